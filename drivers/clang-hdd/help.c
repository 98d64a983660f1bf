/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `clang-hdd help`, and running a command, including its --help.
 *
 * All texts come from tables: the commands, their options, pages.def and the
 * exit codes. The program's own --help is that of `reduce` with the list of
 * commands on top, since `reduce` is the default command.
 */
#include "clang-hdd/commands.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/pages.h"

enum { COLUMN = 28 };

typedef struct help_options {
  bool help, man;
} help_options;

#define OPTIONS help_options
static const option_row rows[] = {
#include "clang-hdd/help_options.def"
};
const option_table options_help = OPTION_TABLE(rows);

static void print_entry(FILE *out, const char *name, const char *meaning)
{
  (void)fprintf(out, "  %-*s", COLUMN - 2, name);
  print_wrapped(out, COLUMN, meaning);
}

static void print_commands(FILE *out)
{
  const command *each;
  (void)fputs("\nCommands (without one: reduce), each with its own --help:\n",
              out);
  for (size_t i = 0; (each = command_at(i)); i++)
    print_entry(out, each->name, each->summary);
}

/* The first paragraph and the examples. */
static void print_intro(FILE *out, const char *name)
{
  const page_row *row = page_next(NULL, name, PAGE_PARAGRAPH);
  if (row)
    print_wrapped(out, 0, row->text);
  const page_row *example = page_next(NULL, name, PAGE_EXAMPLE);
  if (example)
    (void)fputc('\n', out);
  for (; example; example = page_next(example, name, PAGE_EXAMPLE))
    (void)fprintf(out, "  %s\n", example->text);
}

static void print_environment(FILE *out, const char *name)
{
  const page_row *row = page_next(NULL, name, PAGE_VARIABLE);
  if (row)
    (void)fputs("\nEnvironment:\n", out);
  for (; row; row = page_next(row, name, PAGE_VARIABLE))
    print_entry(out, row->text, row->meaning);
}

static void print_exits(FILE *out, const char *name)
{
  const page_row *row = NULL;
  (void)fputs("\nExit status:\n", out);
  while ((row = page_next(row, name, PAGE_EXIT)))
    (void)fprintf(out, "  %-3d  %s\n", row->number, row->meaning);
}

void help_print(FILE *out, const command *self)
{
  const command *shown = self ? self : command_at(0);
  (void)fprintf(out, "Usage: clang-hdd%s%s%s%s\n", self ? " " : "",
                self ? self->name : "", *shown->synopsis ? " " : "",
                shown->synopsis);
  if (!self)
    (void)fputs("       clang-hdd COMMAND ...\n", out);
  print_intro(out, shown->name);
  if (!self)
    print_commands(out);
  options_print(out, shown->options);
  print_environment(out, shown->name);
  print_exits(out, shown->name);
}

/* ---- running a command ---- */

static bool wants_help(const void *fields, const option_table *table)
{
  const option_row *row = option_find(table, "help");
  return row && *(const bool *)((const char *)fields + row->field);
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
  char *problem = end < argc && !strstr(self->synopsis, "--")
                      ? mem_copy("--: nothing follows it here; see --help")
                      : options_parse(fields, &words, self->options, end, argv);
  exit_code code = EXIT_DONE;
  if (problem)
    code = progress_fail(EXIT_USAGE, "%s %s", name, problem);
  else if (wants_help(fields, self->options))
    help_print(stdout, self);
  else
    code = body(fields, &words, &rest);
  free(problem);
  options_dispose(fields, self->options);
  free(fields);
  strings_free(&words);
  strings_free(&rest);
  return code;
}

/* ---- the command `help` ---- */

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
