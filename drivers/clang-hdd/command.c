/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a command, including its --help. */
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/progress.h"

static bool wants_help(const void *fields, const option_table *table)
{
  const option_row *row = option_find(table, "help");
  return row && *(const bool *)((const char *)fields + row->field);
}

static exit_code print_help(const command *self)
{
  help_print(stdout, self);
  return command_printed(self->name);
}

/* What is wrong with the words after "--", or their absence; caller's. */
static char *check_rest(const command *self, const strings *rest)
{
  if (!strstr(self->synopsis, "COMPILER"))
    return mem_copy("--: nothing follows it here; see --help");
  return rest->size
             ? NULL
             : mem_copy("--: the compiler's command is missing after it");
}

exit_code command_run(const char *name, command_body *body, int argc,
                      const char *const *argv)
{
  const command *self = command_find(name);
  void *fields = mem_alloc(1, self->options->fields_size);
  strings words = { 0 }, rest = { 0 };
  int end = options_end(argc, argv);
  for (int i = end + 1; i < argc; i++)
    strings_add(&rest, argv[i]);
  char *problem = options_parse(fields, &words, self->options, end, argv);
  if (!problem && end < argc)
    problem = check_rest(self, &rest);
  exit_code code = EXIT_DONE;
  if (problem)
    code = progress_fail(EXIT_USAGE, "%s %s", name, problem);
  else if (wants_help(fields, self->options))
    code = print_help(self);
  else
    code = body(fields, &words, &rest);
  free(problem);
  options_dispose(fields, self->options);
  free(fields);
  strings_free(&words);
  strings_free(&rest);
  return code;
}
