/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `clang-hdd completion`.
 *
 * A script holds all names that the program knows, so that a shell need not
 * start the program at each key; only files, programs and crash bundles are
 * looked up by the shell itself. What follows "--" is completed as the command
 * that it is.
 */
#include "clang-hdd/completion.h"

#include <stdlib.h>
#include <string.h>

typedef struct completion_options {
  bool help;
} completion_options;

static const option_row rows[] = {
#define SECTION(title) OPTION_SECTION(title)
#define OPTION(...) OPTION_ROW(completion_options, __VA_ARGS__)
#include "clang-hdd/completion_options.def"
#undef OPTION
#undef SECTION
};
const option_table options_completion = OPTION_TABLE(rows);

static const struct {
  const char *shell;
  void (*script)(textbuf *out, const completion *self);
} shells[] = {
  { "bash", completion_bash },
  { "zsh", completion_zsh },
  { "fish", completion_fish },
};
enum { SHELL_COUNT = sizeof shells / sizeof *shells };

const char *completion_list(value_source source)
{
  static const char *const names[VALUE_SOURCES] = {
    [VALUE_LEVELS] = "level",   [VALUE_ALGORITHMS] = "algorithm",
    [VALUE_PASSES] = "pass",    [VALUE_FRONTENDS] = "frontend",
    [VALUE_FORMATS] = "format", [VALUE_COMMANDS] = "command",
    [VALUE_SHELLS] = "shell",
  };
  return names[source];
}

char *completion_commands(const char *between)
{
  textbuf out = { 0 };
  const command *each;
  for (size_t i = 0; (each = command_at(i)); i++)
    text_printf(&out, "%s%s", i ? between : "", each->name);
  return out.data;
}

static exit_code print_script(size_t shell)
{
  completion self = { 0 };
  textbuf out = { 0 };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  for (value_source i = 0; !code && i < VALUE_SOURCES; i++)
    if (value_list_read(&self.lists[i], i, &err))
      code = command_fail(EXIT_INTERNAL, "%s", err.message);
  if (!code) {
    shells[shell].script(&out, &self);
    (void)fputs(out.data, stdout);
  }
  if (!code)
    code = command_printed("completion");
  for (value_source i = 0; i < VALUE_SOURCES; i++)
    value_list_free(&self.lists[i]);
  text_free(&out);
  return code;
}

static exit_code print_for(const strings *words)
{
  for (size_t i = 0; words->size == 1 && i < SHELL_COUNT; i++)
    if (!strcmp(words->data[0], shells[i].shell))
      return print_script(i);
  return command_fail(EXIT_USAGE, "completion: name the shell: bash, zsh or "
                                  "fish");
}

exit_code command_completion(int argc, const char *const *argv)
{
  completion_options options = { 0 };
  strings words = { 0 };
  exit_code code;
  if (command_parse(&code, "completion", &options, &words, NULL, argc, argv))
    code = print_for(&words);
  options_dispose(&options, &options_completion);
  strings_free(&words);
  return code;
}
