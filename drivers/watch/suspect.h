/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which failed commands are worth a second run. Needs libc only. */
#ifndef WATCH_SUSPECT_H
#define WATCH_SUSPECT_H

#include <stdbool.h>

typedef enum suspicion {
  SUSPECT_NOTHING,
  SUSPECT_CRASH, /* may be a crash, may be an error in the source */
  SUSPECT_SIGNAL /* it died */
} suspicion;

/* By the words, which end with NULL, and the status as wait(2) gives it. */
suspicion suspect(const char *const *words, int status);
/* Is this word a source that compilers read, by its suffix? */
bool suspect_is_source(const char *word);
/* Does the command itself run clang-hdd watch, which will do all there is to do?
 */
bool suspect_is_nested(const char *const *words);

#endif
