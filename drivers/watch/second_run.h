/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Examines a failed compile: was it a crash, and is it kept? */
#ifndef WATCH_SECOND_RUN_H
#define WATCH_SECOND_RUN_H

#include <stdbool.h>
#include <stdint.h>

/* The facts that watch has about the compile. Lent. */
typedef struct failed_compile {
  const char *const *words; /* the command, ends with NULL */
  int status;               /* as wait(2) gives it */
  uint64_t wall_ms, peak_kb;
  int64_t start_ns; /* since 1970 */
  bool quiet;
} failed_compile;

/* Runs it again under limits, in a private folder and with its output captured,
 * and keeps a bundle if it crashes. Prints one line about it on standard
 * error. */
void second_run(const failed_compile *failed);

#endif
