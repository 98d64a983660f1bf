/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A run as a JSON object:
 *
 *   {"format": 1, "complete": false,
 *    "facts": {"version": "...", "input": "...", ...},
 *    "limits": {"wall_ms": 2000, "cpu_ms": 4000, "memory_bytes": 4294967296}}
 *
 * The limits are separate from the facts because they may differ. Limits that
 * were measured in the first run are reused, so that the answers are the same
 * when the machine is slower; a limit raised on purpose does not make another
 * run.
 */
#include "clang-hdd/run_file.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "base/utf8.h"
#include "git/repository.h"

enum { FORMAT = 1 };

struct run_file {
  json_t *root;
  json_t *facts; /* in root */
};

static run_file *wrap(json_t *root)
{
  run_file *self = mem_alloc(1, sizeof *self);
  self->root = root;
  self->facts = json_object_get(root, "facts");
  return self;
}

run_file *run_file_new(void)
{
  return wrap(json_pack("{s:i, s:b, s:{}, s:{}}", "format", FORMAT, "complete",
                        0, "facts", "limits"));
}

void run_file_free(run_file *self)
{
  if (!self)
    return;
  json_decref(self->root);
  free(self);
}

/* Is it valid as a limit? Absent is valid too: 0. */
static bool is_limit(const json_t *limits, const char *name, json_int_t least,
                     json_int_t most)
{
  const json_t *value = json_object_get(limits, name);
  return json_is_integer(value) && json_integer_value(value) >= least &&
         json_integer_value(value) <= most;
}

static bool are_limits(const json_t *limits)
{
  return is_limit(limits, "wall_ms", 1, UINT32_MAX) &&
         is_limit(limits, "cpu_ms", 0, UINT32_MAX) &&
         is_limit(limits, "memory_bytes", 0, INT64_MAX);
}

rd_status run_file_read(run_file **out, const char *path, rd_error *err)
{
  char *text = NULL;
  size_t size = 0;
  rd_status status = file_read(&text, &size, path, err);
  if (status)
    return status;
  json_error_t problem;
  json_t *root = json_loadb(text, size, 0, &problem);
  free(text);
  bool good = json_integer_value(json_object_get(root, "format")) == FORMAT &&
              json_is_object(json_object_get(root, "facts")) &&
              are_limits(json_object_get(root, "limits"));
  if (!good) {
    json_decref(root);
    return rd_fail(err, RD_ERR_INVALID, "%s does not describe a run", path);
  }
  *out = wrap(root);
  return RD_OK;
}

rd_status run_file_write(const run_file *self, const char *path, rd_error *err)
{
  char *text = json_dumps(self->root, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  if (!text)
    return rd_fail(err, RD_ERR_IO, "cannot write %s: not enough memory", path);
  char *temporary = mem_format("%s.new", path);
  (void)unlink(temporary); /* left by a killed process */
  rd_status status = file_create(temporary, text, strlen(text), err);
  if (!status && rename(temporary, path))
    status = rd_fail(err, errno == ENOSPC ? RD_ERR_NOSPACE : RD_ERR_IO,
                     "cannot write %s: %s", path, strerror(errno));
  if (status)
    (void)unlink(temporary);
  free(temporary);
  free(text);
  return status;
}

/* ---- facts ---- */

void run_file_set(run_file *self, const char *name, const char *value)
{
  char *string = value ? utf8_escape(value, strlen(value)) : NULL;
  (void)json_object_set_new(self->facts, name,
                            string ? json_string(string) : json_null());
  free(string);
}

const char *run_file_fact(const run_file *self, const char *name)
{
  return json_string_value(json_object_get(self->facts, name));
}

const char *run_file_difference(const run_file *earlier, const run_file *now)
{
  const char *name;
  json_t *value;
  json_object_foreach(now->facts, name, value)
  {
    json_t *other = json_object_get(earlier->facts, name);
    if (!other || !json_equal(other, value))
      return name;
  }
  return NULL;
}

char *run_file_key(const run_file *self)
{
  char *text = json_dumps(self->facts, JSON_COMPACT | JSON_SORT_KEYS);
  char digits[OBJECT_ID_DIGITS + 1];
  text_digits(digits, text ? text : "", text ? strlen(text) : 0);
  free(text);
  return mem_copy(digits);
}

/* ---- limits and end ---- */

void run_file_set_limits(run_file *self, const rd_limits *limits)
{
  (void)json_object_set_new(
      self->root, "limits",
      json_pack("{s:I, s:I, s:I}", "wall_ms", (json_int_t)limits->wall_ms,
                "cpu_ms", (json_int_t)limits->cpu_ms, "memory_bytes",
                (json_int_t)limits->memory_bytes));
}

rd_limits run_file_limits(const run_file *self)
{
  const json_t *from = json_object_get(self->root, "limits");
  return (rd_limits){
    .wall_ms = (uint32_t)json_integer_value(json_object_get(from, "wall_ms")),
    .cpu_ms = (uint32_t)json_integer_value(json_object_get(from, "cpu_ms")),
    .memory_bytes =
        (uint64_t)json_integer_value(json_object_get(from, "memory_bytes")),
  };
}

void run_file_set_complete(run_file *self)
{
  (void)json_object_set_new(self->root, "complete", json_true());
}

bool run_file_is_complete(const run_file *self)
{
  return json_is_true(json_object_get(self->root, "complete"));
}
