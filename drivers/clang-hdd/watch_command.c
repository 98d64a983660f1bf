/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd watch` without the launcher's work: its help and its command line
 * errors. A valid command line gets here only if this program was started
 * without the launcher. */
#include "clang-hdd/commands.h"
#include "watch/watch.h"

typedef struct watch_options {
  bool quiet, help;
} watch_options;

#define OPTIONS watch_options
static const option_row rows[] = {
#include "clang-hdd/watch_options.def"
};
const option_table options_watch = OPTION_TABLE(rows);

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  (void)words;
  const watch_options *options = payload;
  if (!rest->size)
    return progress_fail(EXIT_USAGE,
                         "watch: the compiler's command is missing; "
                         "use clang-hdd watch -- COMPILER ...");
  watch_run(rest->data, options->quiet);
}

exit_code command_watch(int argc, const char *const *argv)
{
  return command_run("watch", run, argc, argv);
}
