/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The completion script for bash.
 *
 * bash-completion is used where it is loaded (files with blanks in their names,
 * commands behind "--"), and not needed. bash takes "--match=exact" for three
 * words unless the user has changed COMP_WORDBREAKS; both are seen to.
 */
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/completion.h"

static const char head[] =
    "# bash completion for clang-hdd; made by: clang-hdd completion bash\n"
    "# shellcheck shell=bash disable=SC2119,SC2120\n"
    "\n"
    "# Words of a list.\n"
    "_clang_hdd_words()\n"
    "{\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
    "}\n"
    "\n"
    "# The last of several, with commas between them.\n"
    "_clang_hdd_several()\n"
    "{\n"
    "    local before=\n"
    "    [[ $cur == *,* ]] && before=${cur%,*},\n"
    "    mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$1\" -- "
    "\"${cur##*,}\")\n"
    "}\n"
    "\n"
    "# Files; -d: folders.\n"
    "_clang_hdd_files()\n"
    "{\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    if declare -F _filedir >/dev/null; then\n"
    "        _filedir \"${@}\"\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(compgen \"${1:--f}\" -- \"$cur\")\n"
    "    fi\n"
    "}\n"
    "\n"
    "_clang_hdd_programs()\n"
    "{\n"
    "    if [[ $cur == */* ]]; then\n"
    "        _clang_hdd_files\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(compgen -c -- \"$cur\"; compgen -f -- "
    "\"$cur\")\n"
    "    fi\n"
    "}\n"
    "\n"
    "# The crashes that clang-hdd watch has kept.\n"
    "_clang_hdd_bundles()\n"
    "{\n"
    "    local id before='' folder=${XDG_STATE_HOME:-$HOME/.local/state}"
    "/clang-hdd/crashes\n"
    "    [[ $cur == *,* ]] && before=${cur%,*},\n"
    "    for id in \"$folder\"/\"${cur##*,}\"*/; do\n"
    "        id=${id%/}\n"
    "        [[ -f $id/bundle.json ]] && COMPREPLY+=(\"$before${id##*/}\")\n"
    "    done\n"
    "}\n"
    "\n"
    "_clang_hdd_crashes()\n"
    "{\n"
    "    _clang_hdd_files\n"
    "    [[ $cur == */* ]] || _clang_hdd_bundles\n"
    "}\n"
    "\n"
    "# Word $1 is another command.\n"
    "_clang_hdd_behind()\n"
    "{\n"
    "    if declare -F _command_offset >/dev/null; then\n"
    "        _command_offset \"$1\"\n"
    "    elif ((COMP_CWORD == $1)); then\n"
    "        _clang_hdd_programs\n"
    "    else\n"
    "        _clang_hdd_files\n"
    "    fi\n"
    "}\n"
    "\n";

static const char begin[] =
    "_clang_hdd()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - "
    "1]}\n"
    "    local command=reduce before='' i\n"
    "    COMPREPLY=()\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        if [[ ${COMP_WORDS[i]} == -- ]]; then\n"
    "            _clang_hdd_behind $((i + 1))\n"
    "            return\n"
    "        elif ((i > 1)) && [[ ${COMP_WORDS[i]} != -* && "
    "$_clang_hdd_runners == *\" ${COMP_WORDS[1]} \"* ]]; then\n"
    "            _clang_hdd_behind $i\n"
    "            return\n"
    "        fi\n"
    "    done\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "    elif [[ $prev == = ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    elif [[ $cur == --*=* ]]; then\n"
    "        prev=${cur%%=*} before=${cur%%=*}= cur=${cur#*=}\n"
    "    fi\n"
    "    if ((COMP_CWORD > 1)); then\n"
    "        case ${COMP_WORDS[1]} in\n";

/* A list, as a variable. */
static void put_list(textbuf *out, const char *name, const strings *names)
{
  text_printf(out, "_clang_hdd_list_%s='", name);
  for (size_t i = 0; i < names->size; i++)
    text_printf(out, "%s%s", i ? " " : "", names->data[i]);
  text_puts(out, "'\n");
}

/* How a value is completed, as a command of the shell. */
static void put_source(textbuf *out, value_source source, bool several)
{
  static const char *const functions[VALUE_SOURCES] = {
    [VALUE_NOTHING] = "",
    [VALUE_FILES] = " _clang_hdd_files",
    [VALUE_FOLDERS] = " _clang_hdd_files -d",
    [VALUE_PROGRAMS] = " _clang_hdd_programs",
    [VALUE_PROGRAM_LINE] = " _clang_hdd_programs",
    [VALUE_CRASHES] = " _clang_hdd_crashes",
    [VALUE_BUNDLES] = " _clang_hdd_bundles",
  };
  if (functions[source])
    text_puts(out, functions[source]);
  else
    text_printf(out, " _clang_hdd_%s \"$_clang_hdd_list_%s\"",
                several ? "several" : "words", completion_list(source));
  text_puts(out, " ;;\n");
}

/* The commands that run another one. */
static void put_runners(textbuf *out)
{
  const command *each;
  text_puts(out, "# Commands that run another one.\n_clang_hdd_runners=' ");
  for (size_t i = 0; (each = command_at(i)); i++)
    if (value_of_words(each->name) == VALUE_PROGRAM_LINE)
      text_printf(out, "%s ", each->name);
  text_puts(out, "'\n\n");
}

/* The values of a command's options, as arms of a case. */
static void put_values(textbuf *out, const command *of)
{
  for (size_t i = 0; i < of->options->count; i++) {
    const option_row *row = &of->options->rows[i];
    if (!row->argument)
      continue;
    text_printf(out, "    %s:--%s", of->name, row->name);
    if (row->letter)
      text_printf(out, " | %s:-%c", of->name, row->letter);
    text_puts(out, ")");
    put_source(out, value_of_argument(row->argument), row->kind == OPTION_LIST);
  }
}

/* The options of a command, and its other words. */
static void put_words(textbuf *out, const command *of)
{
  text_printf(out, "        %s:-*) _clang_hdd_words '", of->name);
  for (size_t i = 0; i < of->options->count; i++)
    if (of->options->rows[i].kind != OPTION_TITLE)
      text_printf(out, "--%s ", of->options->rows[i].name);
  if (strstr(of->synopsis, "-- "))
    text_puts(out, "--");
  text_printf(out, "' ;;\n        %s:*)", of->name);
  put_source(out, value_of_words(of->name), false);
}

void completion_bash(textbuf *out, const completion *self)
{
  const command *each;
  char *arms = completion_commands(" | ");
  text_puts(out, head);
  for (value_source i = 0; i < VALUE_SOURCES; i++)
    if (completion_list(i))
      put_list(out, completion_list(i), &self->lists[i].names);
  put_runners(out);
  text_puts(out, begin);
  text_printf(out,
              "        %s) command=${COMP_WORDS[1]} ;;\n"
              "        esac\n"
              "    fi\n"
              "    case $command:$prev in\n",
              arms);
  for (size_t i = 0; (each = command_at(i)); i++)
    put_values(out, each);
  text_puts(out, "    *)\n        case $command:$cur in\n");
  for (size_t i = 0; (each = command_at(i)); i++)
    put_words(out, each);
  text_puts(out, "        esac\n"
                 "        if ((COMP_CWORD == 1)) && [[ $cur != -* ]]; then\n"
                 "            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY "
                 "< <(compgen -W \"$_clang_hdd_list_command\" -- \"$cur\")\n"
                 "        fi\n"
                 "        ;;\n"
                 "    esac\n"
                 "    COMPREPLY=(\"${COMPREPLY[@]/#/$before}\")\n"
                 "}\n"
                 "\n"
                 "complete -F _clang_hdd clang-hdd\n");
  free(arms);
}
