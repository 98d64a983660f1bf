/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides which failed commands deserve a second run. Needs libc only. */
#ifndef WATCH_CRASH_FILTER_H
#define WATCH_CRASH_FILTER_H

#include <stdbool.h>

typedef enum failure_kind {
  FAILURE_ORDINARY,
  FAILURE_MAYBE_CRASH, /* a crash or an error in the source */
  FAILURE_SIGNAL       /* a signal ended it */
} failure_kind;

/* Classifies a command by its words, which end with NULL, and its status as
 * wait(2) gives it. */
failure_kind crash_filter(const char *const *words, int status);
/* Does the word have the suffix of a source that compilers read? */
bool crash_filter_is_source(const char *word);
/* Does the command itself run clang-hdd watch, which does all the work? */
bool crash_filter_is_nested(const char *const *words);

#endif
