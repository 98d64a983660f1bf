/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd help`: the help or the man page of a command. */
#include "clang-hdd/commands.h"
#include "clang-hdd/pages.h"
#include "clang-hdd/progress.h"

typedef struct help_options {
  bool help, man;
} help_options;

#define OPTIONS help_options
static const option_row rows[] = {
#include "clang-hdd/help_options.def"
};
const option_table options_help = OPTION_TABLE(rows);

static void print_man(const command *shown)
{
  textbuf page = { 0 };
  man_page(&page, shown);
  (void)fputs(page.data, stdout);
  text_free(&page);
}

/* Prints the help that the words ask for. */
static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  (void)rest;
  const help_options *options = payload;
  const command *shown = words->size ? command_find(words->data[0]) : NULL;
  if (words->size > 1)
    return progress_fail(EXIT_USAGE, "help %s: name one command only",
                         words->data[1]);
  if (words->size && !shown)
    return progress_fail(EXIT_USAGE,
                         "help %s: no such command; see clang-hdd --help",
                         words->data[0]);
  if (options->man)
    print_man(shown);
  else
    help_print(stdout, shown);
  return command_printed("help");
}

exit_code command_help(int argc, const char *const *argv)
{
  return command_run("help", run, argc, argv);
}
