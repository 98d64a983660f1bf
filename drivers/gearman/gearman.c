/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What speaks with the server of the workers, apart from clang-hdd itself: only
 * this program needs libgearman and threads.
 *
 *   clang-hdd-engine carry SERVER COUNT   for a reduction or a campaign (carry.h)
 *   clang-hdd-engine serve SERVER JOBS FLAGS COMPILER...   a worker
 */
#include <stdlib.h>
#include <string.h>

#include "gearman/roles.h"

int main(int argc, char **argv)
{
  if (argc == 4 && !strcmp(argv[1], "carry"))
    return carry_jobs(argv[2], strtoul(argv[3], NULL, 10));
  if (argc >= 5 && !strcmp(argv[1], "serve"))
    return serve_jobs(argv[2], strtoul(argv[3], NULL, 10), argv[4], argv + 5);
  return 1;
}
