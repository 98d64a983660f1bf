/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a compiler so that the build cannot notice. Needs libc only. */
#ifndef WATCH_WATCH_H
#define WATCH_WATCH_H

#include <stdbool.h>

/* Environment variables: CLANG_HDD_WATCH=off only runs the command;
 * CLANG_HDD_QUIET omits the line about a crash. */
#define WATCH_SWITCH "CLANG_HDD_WATCH"
#define WATCH_QUIET "CLANG_HDD_QUIET"

/* The program that examines a failed compile. It is in the folder of the front
 * ends and is called with EXAMINE_FACTS numbers, then the words of the
 * command. */
#define EXAMINE_PROGRAM "clang-hdd-examine"
enum {
  EXAMINE_STATUS = 1, /* of the compile, as wait(2) gives it */
  EXAMINE_WALL_MS,    /* duration */
  EXAMINE_PEAK_KB,    /* of its largest process */
  EXAMINE_START_NS,   /* start time, since 1970 */
  EXAMINE_QUIET,      /* 1: print nothing */
  EXAMINE_WORDS,
};

/* Runs the command in `words`, which end with NULL, has a failure examined and
 * ends like the command: with its exit status or by its signal. */
_Noreturn void watch_run(char **words, bool quiet);

#endif
