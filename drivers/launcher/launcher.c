/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The program that is started as clang-hdd.
 *
 * The main program is linked with twenty libraries and takes some four
 * milliseconds to start: negligible for a reduction, too much for each compile
 * of a build. So this program is linked with libc alone. It performs `watch`
 * itself; for everything else, including wrong usage and the help of `watch`,
 * it execs the main program, which is installed beside the front ends: same
 * process, arguments and descriptors.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/modules.h"
#include "watch/watch.h"

#define PROGRAM "clang-hdd-main"
enum { EXIT_BROKEN = 70 }; /* EXIT_INTERNAL of exit_codes.def */

/* clang-hdd watch [-q|--quiet] [--] COMPILER...: the words from COMPILER on, or
 * NULL for anything else. */
static char **watched(char **argv, bool *quiet_out)
{
  if (!argv[0] || !argv[1] || strcmp(argv[1], "watch") != 0)
    return NULL;
  char **at = argv + 2;
  for (; *at && (!strcmp(*at, "--quiet") || !strcmp(*at, "-q")); at++)
    *quiet_out = true;
  bool dashes = *at && !strcmp(*at, "--");
  at += dashes;
  return *at && (dashes || **at != '-') ? at : NULL;
}

int main(int argc, char **argv)
{
  (void)argc;
  bool quiet = false;
  char **words = watched(argv, &quiet);
  if (words)
    watch_run(words, quiet);
  char *program = modules_program(PROGRAM);
  if (program)
    (void)execv(program, argv);
  (void)fprintf(stderr, "clang-hdd: %s: %s; install it again\n",
                program ? program : PROGRAM " is not beside the front ends",
                strerror(program ? errno : ENOENT));
  free(program);
  return EXIT_BROKEN;
}
