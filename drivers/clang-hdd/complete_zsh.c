/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The completion script for zsh: a function for each command, made of specs for
 * _arguments. Lists become functions too, since a spec would have to quote
 * their descriptions twice.
 */
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/completion.h"

static const char head[] =
    "#compdef clang-hdd\n"
    "# zsh completion for clang-hdd; made by: clang-hdd completion zsh\n"
    "\n"
    "_clang_hdd_programs() {\n"
    "  _alternative 'commands:command:_command_names -e' 'files:file:_files'\n"
    "}\n"
    "\n"
    "# The crashes that clang-hdd watch has kept.\n"
    "_clang_hdd_bundles() {\n"
    "  local -a found\n"
    "  compset -P '*,'\n"
    "  found=(${XDG_STATE_HOME:-$HOME/.local/state}/clang-hdd/crashes/"
    "*/bundle.json(N:h:t))\n"
    "  _wanted bundles expl 'crash bundle' compadd -a found\n"
    "}\n"
    "\n"
    "_clang_hdd_crashes() {\n"
    "  _alternative 'files:file:_files' "
    "'bundles:crash bundle:_clang_hdd_bundles'\n"
    "}\n"
    "\n";

/* What _arguments does for a word; caller's. */
static char *action(value_source source)
{
  static const char *const actions[VALUE_SOURCES] = {
    [VALUE_NOTHING] = " ",
    [VALUE_FILES] = "_files",
    [VALUE_FOLDERS] = "_files -/",
    [VALUE_PROGRAMS] = "_clang_hdd_programs",
    [VALUE_PROGRAM_LINE] = "_clang_hdd_programs",
    [VALUE_CRASHES] = "_clang_hdd_crashes",
    [VALUE_BUNDLES] = "_clang_hdd_bundles",
  };
  const char *list = completion_list(source);
  return list ? mem_format("_clang_hdd_%s", list) : mem_copy(actions[source]);
}

/* Adds the word in single quotes, with `special` bytes behind a backslash. */
static void put_quoted(textbuf *out, const char *word, const char *special)
{
  for (; *word; word++) {
    if (*word == '\'')
      text_puts(out, "'\\");
    else if (strchr(special, *word))
      text_puts(out, "\\");
    text_add(out, word, 1);
    if (*word == '\'')
      text_puts(out, "'");
  }
}

/* A function that offers a list. What stands before a comma is left alone. */
static void put_list(textbuf *out, const char *name, const value_list *list)
{
  text_printf(out, "_clang_hdd_%s() {\n  local -a rows\n  rows=(\n", name);
  for (size_t i = 0; i < list->names.size; i++) {
    text_puts(out, "    '");
    put_quoted(out, list->names.data[i], ":");
    if (*list->meanings.data[i])
      text_puts(out, ":");
    put_quoted(out, list->meanings.data[i], "");
    text_puts(out, "'\n");
  }
  text_printf(out, "  )\n  compset -P '*,'\n  _describe -t %s '%s' rows\n}\n\n",
              name, name);
}

/* '(-a --algorithm)'{-a+,--algorithm=}'[meaning]:ARGUMENT:action' */
static void put_option(textbuf *out, const option_row *row)
{
  const char *value = row->argument ? "=" : "";
  const char *repeated = row->kind == OPTION_LIST ? "*" : "";
  if (row->letter)
    text_printf(out, "    '(-%c --%s)'{-%c%s,--%s%s}'[", row->letter, row->name,
                row->letter, row->argument ? "+" : "", row->name, value);
  else
    text_printf(out, "    '%s--%s%s[", repeated, row->name, value);
  char *brief = value_brief(row->help);
  put_quoted(out, brief, "[]:\\");
  free(brief);
  text_puts(out, "]");
  if (row->argument) {
    char *then = action(value_of_argument(row->argument));
    text_printf(out, ":%s:%s", row->argument, then);
    free(then);
  }
  text_puts(out, "' \\\n");
}

static void put_command(textbuf *out, const command *self)
{
  text_printf(out, "_clang_hdd_%s() {\n  _arguments -s -S \\\n", self->name);
  for (size_t i = 0; i < self->options->count; i++)
    if (self->options->rows[i].kind != OPTION_TITLE)
      put_option(out, &self->options->rows[i]);
  char *then = action(value_of_words(self->name));
  if (value_of_words(self->name) == VALUE_PROGRAM_LINE)
    text_puts(out, "    '*:::word:_normal'\n}\n\n");
  else
    text_printf(out, "    '*:word:%s'\n}\n\n", then);
  free(then);
}

void completion_zsh(textbuf *out, const completion *self)
{
  const command *each;
  char *arms = completion_commands("|");
  text_puts(out, head);
  for (value_source i = 0; i < VALUE_SOURCES; i++)
    if (completion_list(i))
      put_list(out, completion_list(i), &self->lists[i]);
  for (size_t i = 0; (each = command_at(i)); i++)
    put_command(out, each);
  text_printf(out,
              "_clang_hdd() {\n"
              "  local behind=${words[(ie)--]}\n"
              "  if (( behind < CURRENT )); then\n"
              "    shift $behind words\n"
              "    (( CURRENT -= behind ))\n"
              "    _normal\n"
              "  elif (( CURRENT > 2 )) && [[ $words[2] == (%s) ]]; then\n"
              "    shift words\n"
              "    (( CURRENT-- ))\n"
              "    _clang_hdd_$words[1]\n"
              "  elif (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then\n"
              "    _alternative 'commands:command:_clang_hdd_command' "
              "'crashes:file:_clang_hdd_crashes'\n"
              "  else\n"
              "    _clang_hdd_reduce\n"
              "  fi\n"
              "}\n"
              "\n"
              "_clang_hdd \"$@\"\n",
              arms);
  free(arms);
}
