/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The completion script for fish: a rule for each option of each command, and a
 * few functions that say where on the line we are.
 */
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/completion.h"

static const char head[] =
    "# fish completion for clang-hdd; made by: clang-hdd completion fish\n"
    "\n"
    "# Is the word part of this command's?\n"
    "function __clang_hdd_in\n"
    "    set -l words (commandline -opc)\n"
    "    contains -- -- $words; and return 1\n"
    "    set -l command reduce\n"
    "    if contains -- \"$words[2]\" $__clang_hdd_commands\n"
    "        set command $words[2]\n"
    "    end\n"
    "    test $command = $argv[1]\n"
    "end\n"
    "\n"
    "function __clang_hdd_first\n"
    "    test (count (commandline -opc)) -eq 1\n"
    "end\n"
    "\n"
    "function __clang_hdd_behind\n"
    "    contains -- -- (commandline -opc)\n"
    "end\n"
    "\n"
    "# What follows -- is a command.\n"
    "function __clang_hdd_rest\n"
    "    set -l words (commandline -opc)\n"
    "    set -e words[1..(contains -i -- -- $words)]\n"
    "    complete -C (string join -- ' ' (string escape -- $words) "
    "(commandline -ct))\n"
    "end\n"
    "\n"
    "# The crashes that clang-hdd watch has kept.\n"
    "function __clang_hdd_bundles\n"
    "    set -l state $XDG_STATE_HOME\n"
    "    test -n \"$state\"; or set state $HOME/.local/state\n"
    "    for file in $state/clang-hdd/crashes/*/bundle.json\n"
    "        string split -- / $file | tail -n 2 | head -n 1\n"
    "    end\n"
    "end\n"
    "\n";

static const char rules[] =
    "complete -c clang-hdd -f\n"
    "complete -c clang-hdd -n __clang_hdd_behind -a '(__clang_hdd_rest)'\n"
    "complete -c clang-hdd -n __clang_hdd_first -a "
    "'(__clang_hdd_list_command)'\n";

/* In fish only these two are special between single quotes. */
static void put_quoted(textbuf *out, const char *word)
{
  text_puts(out, "'");
  for (; *word; word++) {
    if (*word == '\'' || *word == '\\')
      text_puts(out, "\\");
    text_add(out, word, 1);
  }
  text_puts(out, "'");
}

static void put_list(textbuf *out, const char *name, const value_list *list)
{
  text_printf(out, "function __clang_hdd_list_%s\n    printf '%%s\\t%%s\\n'",
              name);
  for (size_t i = 0; i < list->names.size; i++) {
    text_puts(out, " \\\n        ");
    put_quoted(out, list->names.data[i]);
    text_puts(out, " ");
    put_quoted(out, list->meanings.data[i]);
  }
  text_puts(out, "\nend\n\n");
}

/* Adds the part of a rule that says what a value or word is. */
static void put_source(textbuf *out, value_source source, bool several)
{
  static const char *const parts[VALUE_SOURCES] = {
    [VALUE_NOTHING] = " -f",
    [VALUE_FILES] = " -F",
    [VALUE_FOLDERS] = " -f -a '(__fish_complete_directories)'",
    [VALUE_PROGRAMS] = " -F -a '(__fish_complete_command)'",
    [VALUE_PROGRAM_LINE] = " -f -a '(__fish_complete_subcommand --fcs-skip=2)'",
    [VALUE_CRASHES] = " -F -a '(__clang_hdd_bundles)'",
    [VALUE_BUNDLES] = " -f -a '(__clang_hdd_bundles)'",
  };
  if (several && source == VALUE_BUNDLES)
    text_puts(out, " -f -a '(__fish_complete_list , __clang_hdd_bundles)'");
  else if (parts[source])
    text_puts(out, parts[source]);
  else if (several)
    text_printf(out, " -f -a '(__fish_complete_list , __clang_hdd_list_%s)'",
                completion_list(source));
  else
    text_printf(out, " -f -a '(__clang_hdd_list_%s)'", completion_list(source));
}

static void put_option(textbuf *out, const command *of, const option_row *row)
{
  text_printf(out, "complete -c clang-hdd -n '__clang_hdd_in %s' -l %s",
              of->name, row->name);
  if (row->letter)
    text_printf(out, " -s %c", row->letter);
  if (row->argument) {
    text_puts(out, " -r");
    put_source(out, value_of_argument(row->argument), row->kind == OPTION_LIST);
  }
  char *brief = value_brief(row->help);
  text_puts(out, " -d ");
  put_quoted(out, brief);
  text_puts(out, "\n");
  free(brief);
}

static void put_command(textbuf *out, const command *self)
{
  for (size_t i = 0; i < self->options->count; i++)
    if (self->options->rows[i].kind != OPTION_TITLE)
      put_option(out, self, &self->options->rows[i]);
  if (value_of_words(self->name) == VALUE_NOTHING)
    return;
  text_printf(out, "complete -c clang-hdd -n '__clang_hdd_in %s'", self->name);
  put_source(out, value_of_words(self->name), false);
  text_puts(out, "\n");
}

void completion_fish(textbuf *out, const completion *self)
{
  const command *each;
  char *names = completion_commands(" ");
  text_puts(out, head);
  text_printf(out, "set -g __clang_hdd_commands %s\n\n", names);
  for (value_source i = 0; i < VALUE_SOURCES; i++)
    if (completion_list(i))
      put_list(out, completion_list(i), &self->lists[i]);
  text_puts(out, rules);
  for (size_t i = 0; (each = command_at(i)); i++)
    put_command(out, each);
  free(names);
}
