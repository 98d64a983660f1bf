/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clang-hdd, as it is started.
 *
 * The program proper is linked with twenty libraries and takes some five
 * milliseconds to start. That is nothing beside a reduction and too much beside
 * each compile of a build. So this program is linked with libc alone and becomes
 * the other one, which lies beside the front ends, by exec: same process, same
 * arguments, same descriptors.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "modules.h"

#define PROGRAM "clang-hdd-main"
enum { EXIT_BROKEN = 70 }; /* EXIT_INTERNAL of exit_codes.def */

int main(int argc, char **argv)
{
  (void)argc;
  char *program = modules_program(PROGRAM);
  if (program)
    (void)execv(program, argv);
  (void)fprintf(stderr, "clang-hdd: %s: %s; install it again\n",
                program ? program : PROGRAM " is not beside the front ends",
                strerror(program ? errno : ENOENT));
  free(program);
  return EXIT_BROKEN;
}
