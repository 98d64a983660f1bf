/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd watch` without the launcher's work: its help and its command line
 * errors. A valid command line gets here only if this program was started
 * without the launcher. */
#include "clang-hdd/commands.h"
#include "watch/watch.h"

typedef struct watch_options {
  bool quiet, help;
} watch_options;

static const option_row rows[] = {
#define SECTION(title) OPTION_SECTION(title)
#define OPTION(...) OPTION_ROW(watch_options, __VA_ARGS__)
#include "clang-hdd/watch_options.def"
#undef OPTION
#undef SECTION
};
const option_table options_watch = OPTION_TABLE(rows);

exit_code command_watch(int argc, const char *const *argv)
{
  watch_options options = { 0 };
  strings words = { 0 }, rest = { 0 };
  exit_code code;
  bool good =
      command_parse(&code, "watch", &options, &words, &rest, argc, argv);
  if (good && !rest.size)
    code =
        progress_fail(EXIT_USAGE, "watch: the compiler's command is missing; "
                                  "use clang-hdd watch -- COMPILER ...");
  else if (good)
    watch_run((char **)(uintptr_t)strings_argv(&rest), options.quiet);
  strings_free(&words);
  strings_free(&rest);
  return code;
}
