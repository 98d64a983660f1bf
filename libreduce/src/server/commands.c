/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writing commands one after the other, and reading them back.
 *
 * A command is strings with their NUL: directory, file, the number of arguments
 * in decimal, the arguments. The reader trusts nothing, since a front end that
 * has lost its mind may have written it.
 */
#include "server/commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void add_string(commands_image *out, const char *string)
{
  size_t size = strlen(string) + 1;
  if (out->capacity - out->size < size) {
    size_t wanted = (out->capacity + size) * 2;
    char *data = mem_alloc(wanted, 1);
    if (out->size)
      memcpy(data, out->data, out->size);
    free(out->data);
    out->data = data;
    out->capacity = wanted;
  }
  memcpy(out->data + out->size, string, size);
  out->size += size;
}

void commands_add(void *payload, const rd_compile_command *command)
{
  size_t count = 0;
  char digits[24];
  while (command->args[count])
    count++;
  (void)snprintf(digits, sizeof digits, "%zu", count);
  add_string(payload, command->directory);
  add_string(payload, command->file);
  add_string(payload, digits);
  for (size_t i = 0; i < count; i++)
    add_string(payload, command->args[i]);
}

/* The string at *at, which moves behind it; NULL if it does not end. */
static const char *take_string(const char **at, const char *end)
{
  const char *string = *at;
  const char *nul = memchr(string, '\0', (size_t)(end - string));
  *at = nul ? nul + 1 : end;
  return nul ? string : NULL;
}

static bool read_one(const char **at, const char *end, rd_each_command_fn each,
                     void *payload)
{
  rd_compile_command command = { 0 };
  command.directory = take_string(at, end);
  command.file = take_string(at, end);
  const char *digits = take_string(at, end);
  if (!digits)
    return false;
  size_t count = strtoul(digits, NULL, 10);
  if (count > (size_t)(end - *at))
    return false;
  const char **args = mem_alloc(count + 1, sizeof *args);
  bool whole = true;
  for (size_t i = 0; i < count && whole; i++) {
    args[i] = take_string(at, end);
    whole = args[i] != NULL;
  }
  command.args = args;
  if (whole)
    each(payload, &command);
  free(args);
  return whole;
}

rd_status commands_read(const char *bytes, size_t size, rd_each_command_fn each,
                        void *payload, rd_error *err)
{
  const char *at = bytes, *end = bytes + size;
  while (at < end)
    if (!read_one(&at, end, each, payload))
      return rd_fail(err, RD_ERR_INVALID,
                     "the commands of the front end are damaged");
  return RD_OK;
}
