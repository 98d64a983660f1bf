/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The text of --help.
 *
 * It comes from tables: the commands, their options, pages.def and the
 * exit codes. The program's own --help is that of `reduce` with the list of
 * commands on top, since `reduce` is the default command.
 */
#include "clang-hdd/commands.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/pages.h"

enum { COLUMN = 28 };

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
