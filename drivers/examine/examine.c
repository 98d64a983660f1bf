/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program that watch starts after a failed compile. It is linked with no
 * more than it uses, because most failed compiles have an error in their source
 * and the build waits. It closes the descriptors that it inherited from the
 * build: a pipe that it kept open would never end.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "watch/second_run.h"
#include "watch/watch.h"

/* Where the build has closed one of the standard descriptors, no file or pipe
 * gets its number and is printed to. */
static void fill_standard(void)
{
  int fd;
  do
    fd = open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd > STDERR_FILENO)
    (void)close(fd);
}

int main(int argc, char **argv)
{
  if (argc <= EXAMINE_WORDS)
    return 1;
  (void)close_range(STDERR_FILENO + 1, ~0u, 0);
  fill_standard();
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
