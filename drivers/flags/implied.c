/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asking a compiler for the meaning of its own options.
 *
 * GCC prints its options with their values under a command line (-Q
 * --help=optimizers), so the options that a level switches on or off are the
 * lines in which two levels differ. Options without a value are given as a
 * name, plain or with "no-"; those with a value, parameters too, with the value
 * of the higher level. Clang decides by the level alone and has no equivalent;
 * old GCCs print nothing, and then nothing is found.
 */
#include "flags/option.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"

/* One line of --help: an option and its value. */
typedef struct setting {
  char *name, *value;
} setting;

static void setting_dispose(setting *self)
{
  free(self->name);
  free(self->value);
}

/* Parses "  -fvect-cost-model=[cheap|...]  dynamic": a name that ends in "="
 * loses its choices. False if the line is not an option. */
static bool read_setting(setting *out, const char *line)
{
  static const char blanks[] = " \t";
  line += strspn(line, blanks);
  if (line[0] != '-')
    return false;
  size_t size = strcspn(line, blanks);
  const char *value = line + size + strspn(line + size, blanks);
  const char *equals = memchr(line, '=', size);
  while (equals && equals[1] != '[' && equals[1] != '<' &&
         equals + 1 < line + size)
    equals = memchr(equals + 1, '=', (size_t)(line + size - equals - 1));
  if (equals)
    size = (size_t)(equals - line) + 1;
  out->name = mem_copy_bytes(line, size);
  out->value = mem_copy_bytes(value, strcspn(value, "\r\n"));
  return true;
}

/* ---- asking ---- */

/* Runs the compiler with the command's options except level, mode, output and
 * file, followed by `more`. */
static rd_status ask(rd_run *out, const flags_request *request,
                     const flag_list *flags, const char *const *more,
                     rd_error *err)
{
  strings words = { 0 };
  for (size_t i = 0; i < flags->size; i++) {
    const flag *at = &flags->data[i];
    bool level = at->words.size == 1 && flag_level_rank(at->words.data[0]) <= 8;
    for (size_t j = 0; j < at->words.size; j++)
      if (i == 0 || (at->kind == FLAG_OPTION && !level))
        strings_add(&words, at->words.data[j]);
  }
  for (; *more; more++)
    strings_add(&words, *more);
  source none = { 0 };
  rd_status status = runner_run(out, request->run, strings_argv(&words), &none,
                                &request->property->limits, err);
  strings_free(&words);
  return status;
}

static rd_status ask_level(rd_run *out, const flags_request *request,
                           const flag_list *flags, const char *level,
                           rd_error *err)
{
  const char *const more[] = {
    level, "-Q", "--help=optimizers", "--help=target", "--help=params", NULL
  };
  return ask(out, request, flags, more, err);
}

/* ---- comparing ---- */

/* The option that changes the low value to the high one, or NULL; caller's. */
static char *option_for(const setting *high, const char *low)
{
  const char *name = high->name, *value = high->value;
  if (!strcmp(value, low))
    return NULL;
  if (ends_with(name, "="))
    return *value && *value != '[' ? mem_format("%s%s", name, value) : NULL;
  if (strchr(name, '=') || strlen(name) < 3)
    return NULL;
  if (!strcmp(value, "[enabled]"))
    return mem_copy(name);
  if (!strcmp(value, "[disabled]") && !strcmp(low, "[enabled]"))
    return mem_format("%.2sno-%s", name, name + 2);
  return NULL;
}

/* The value of the option in an output, or NULL; caller's. */
static char *value_in(const rd_run *run, const char *name)
{
  char *value = NULL;
  const char *at = run->output, *end = at + run->output_size;
  while (at < end && !value) {
    setting found = { 0 };
    char *line = next_line(&at, end);
    if (read_setting(&found, line) && !strcmp(found.name, name)) {
      value = found.value;
      found.value = NULL;
    }
    setting_dispose(&found);
    free(line);
  }
  return value;
}

static void compare(strings *out, const rd_run *high, const rd_run *low)
{
  const char *at = high->output, *end = at + high->output_size;
  while (at < end) {
    setting set = { 0 };
    char *line = next_line(&at, end);
    char *was = read_setting(&set, line) ? value_in(low, set.name) : NULL;
    char *option = was ? option_for(&set, was) : NULL;
    if (option && !strings_has(out, option))
      strings_add(out, option);
    free(option);
    free(was);
    setting_dispose(&set);
    free(line);
  }
}

rd_status implied_options(strings *out, const flags_request *request,
                          const flag_list *flags, const char *high,
                          const char *low, rd_error *err)
{
  if (request->compiler->family != FAMILY_GCC || request->command->raw)
    return RD_OK;
  rd_run above = { 0 }, below = { 0 };
  rd_status status = ask_level(&above, request, flags, high, err);
  if (!status)
    status = ask_level(&below, request, flags, low, err);
  if (!status && above.output && below.output)
    compare(out, &above, &below);
  rd_run_dispose(&above);
  rd_run_dispose(&below);
  return status;
}

/* ---- native ---- */

static const char *native_option(const flag_list *flags)
{
  static const char *const names[] = { "-march=native", "-mcpu=native" };
  for (size_t i = 0; i < flags->size; i++)
    for (size_t j = 0; j < sizeof names / sizeof *names; j++)
      if (!strcmp(flags->data[i].words.data[0], names[j]))
        return names[j];
  return NULL;
}

/* The word after "-target-cpu" in the command that clang prints. */
static char *read_target_cpu(const rd_run *run)
{
  static const char mark[] = "\"-target-cpu\" \"";
  const char *at = strstr(run->output, mark);
  return at ? mem_copy_bytes(at + strlen(mark),
                             strcspn(at + strlen(mark), "\""))
            : NULL;
}

rd_status implied_processor(char **out, const flags_request *request,
                            const flag_list *flags, rd_error *err)
{
  const char *option = native_option(flags);
  bool clang = request->compiler->family == FAMILY_CLANG;
  *out = NULL;
  if (!option || (!clang && request->compiler->family != FAMILY_GCC))
    return RD_OK;
  const char *const of_gcc[] = { "-Q", "--help=target", NULL };
  const char *const of_clang[] = { "-###", "-x", "c", "-c", "/dev/null", NULL };
  rd_run run = { 0 };
  rd_status status = ask(&run, request, flags, clang ? of_clang : of_gcc, err);
  char *name = mem_copy_bytes(option, strcspn(option, "=") + 1);
  if (!status && run.output)
    *out = clang ? read_target_cpu(&run) : value_in(&run, name);
  if (*out && (!**out || **out == '[' || !strcmp(*out, "native"))) {
    free(*out);
    *out = NULL;
  }
  free(name);
  rd_run_dispose(&run);
  return status;
}
