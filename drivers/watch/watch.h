/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Running a compiler so that the build cannot notice. Needs libc only. */
#ifndef WATCH_WATCH_H
#define WATCH_WATCH_H

#include <stdbool.h>

/* Environment variables: CLANG_HDD_WATCH=off runs the command and does nothing
 * else; CLANG_HDD_QUIET leaves the line about a crash out. */
#define WATCH_SWITCH "CLANG_HDD_WATCH"
#define WATCH_QUIET "CLANG_HDD_QUIET"

/* The program that looks at a failed compile. It lies beside the front ends and
 * is called with EXAMINE_FACTS numbers, then the words of the command. */
#define EXAMINE_PROGRAM "clang-hdd-examine"
enum {
  EXAMINE_STATUS = 1, /* of the compile, as wait(2) gives it */
  EXAMINE_WALL_MS,    /* how long it took */
  EXAMINE_PEAK_KB,    /* the largest of its processes */
  EXAMINE_START_NS,   /* when it was started, since 1970 */
  EXAMINE_QUIET,      /* 1: print nothing */
  EXAMINE_WORDS,
};

/* Runs the command words, which end with NULL, has a failure looked at and ends
 * as the command did: with its exit status or by its signal. */
_Noreturn void watch_run(char **words, bool quiet);

#endif
