/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program that `watch` starts after a failed compile. It is linked only
 * with what it uses, because most failed compiles are due to an error in their
 * source and the build waits. It closes the descriptors inherited from the
 * build: a pipe that it kept open would never end.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/files.h"
#include "watch/second_run.h"
#include "watch/watch.h"

int main(int argc, char **argv)
{
  if (argc <= EXAMINE_WORDS)
    return 1;
  (void)close_range(STDERR_FILENO + 1, ~0u, 0);
  files_fill_standard();
  failed_compile failed = {
    .words = (const char *const *)argv + EXAMINE_WORDS,
    .status = atoi(argv[EXAMINE_STATUS]),
    .wall_ms = strtoull(argv[EXAMINE_WALL_MS], NULL, 10),
    .peak_kb = strtoull(argv[EXAMINE_PEAK_KB], NULL, 10),
    .start_ns = strtoll(argv[EXAMINE_START_NS], NULL, 10),
    .quiet = argv[EXAMINE_QUIET][0] == '1',
  };
  second_run(&failed);
  return 0;
}
