/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which failed commands are worth a second run. Needs libc only. */
#ifndef WATCH_CRASH_FILTER_H
#define WATCH_CRASH_FILTER_H

#include <stdbool.h>

typedef enum failure_kind {
  FAILURE_ORDINARY,
  FAILURE_MAYBE_CRASH, /* may be a crash, may be an error in the source */
  FAILURE_SIGNAL       /* it died */
} failure_kind;

/* By the words, which end with NULL, and the status as wait(2) gives it. */
failure_kind crash_filter(const char *const *words, int status);
/* Is this word a source that compilers read, by its suffix? */
bool crash_filter_is_source(const char *word);
/* Does the command itself run clang-hdd watch, which will do all there is to
 * do? */
bool crash_filter_is_nested(const char *const *words);

#endif
