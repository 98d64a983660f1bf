/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `clang-hdd completion`: the scripts in templates/, filled from the tables.
 *
 * A script contains all names that the program knows, so that a shell need not
 * start the program at each key. The shell itself looks up files, programs and
 * crash bundles. Words after "--" are completed as the command that they are.
 *
 * bash: bash-completion is used if loaded (file names with blanks, commands
 * after "--"), but not required. bash splits "--match=exact" into three words
 * unless COMP_WORDBREAKS was changed; both cases are handled. zsh: lists are
 * functions, since a spec of _arguments would quote their descriptions twice.
 */
#include <string.h>

#include "clang-hdd/tables.h"
#include "embedded.h"

typedef struct completion_options {
  bool help;
} completion_options;

#define OPTIONS completion_options
static const option_row rows[] = {
#include "clang-hdd/completion_options.def"
};
const option_table options_completion = OPTION_TABLE(rows);

/* ---- words between single quotes ---- */

static void quote_nothing(textbuf *out, quote_kind kind, const char *text)
{
  (void)kind;
  text_puts(out, text);
}

static void quote_fish(textbuf *out, quote_kind kind, const char *text)
{
  (void)kind;
  for (; *text; text++) {
    text_puts(out, strchr("'\\", *text) ? "\\" : "");
    text_add(out, text, 1);
  }
}

/* The specs of _describe and _arguments have their own special characters. */
static void quote_zsh(textbuf *out, quote_kind kind, const char *text)
{
  static const char *const special[QUOTE_KINDS] = {
    [QUOTE_NAME] = ":",
    [QUOTE_BRIEF] = "[]:\\",
  };
  for (; *text; text++) {
    bool escaped = special[kind] && strchr(special[kind], *text);
    text_puts(out, *text == '\'' ? "'\\'" : escaped ? "\\" : "");
    text_add(out, text, 1);
  }
}

static const struct {
  const char *shell, *script;
  void (*quote)(textbuf *out, quote_kind kind, const char *text);
} shells[] = {
  { "bash", template_bash, quote_nothing },
  { "zsh", template_zsh, quote_zsh },
  { "fish", template_fish, quote_fish },
};
enum { SHELL_COUNT = sizeof shells / sizeof *shells };

/* ---- the command ---- */

static exit_code print_script(size_t shell)
{
  value_list lists[VALUE_SOURCES] = { { .names = { 0 } } };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  for (value_source i = 0; !code && i < VALUE_SOURCES; i++)
    if (value_list_read(&lists[i], i, &err))
      code = progress_fail(EXIT_INTERNAL, "%s", err.message);
  if (!code) {
    textbuf out = { 0 };
    tables at = { .quote = shells[shell].quote, .lists = lists };
    tables_fill(&out, &at, shells[shell].script);
    (void)fputs(out.data, stdout);
    text_free(&out);
    code = command_printed("completion");
  }
  for (value_source i = 0; i < VALUE_SOURCES; i++)
    value_list_free(&lists[i]);
  return code;
}

static exit_code run(const void *options, const strings *words,
                     const strings *rest)
{
  (void)options, (void)rest;
  for (size_t i = 0; words->size == 1 && i < SHELL_COUNT; i++)
    if (!strcmp(words->data[0], shells[i].shell))
      return print_script(i);
  return progress_fail(EXIT_USAGE, "completion: name the shell: bash, zsh or "
                                   "fish");
}

exit_code command_completion(int argc, const char *const *argv)
{
  return command_run("completion", run, argc, argv);
}
