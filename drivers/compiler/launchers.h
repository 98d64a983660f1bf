/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What stands before a compiler in a command: caches, distributors, env. */
#ifndef COMPILER_LAUNCHERS_H
#define COMPILER_LAUNCHERS_H

#include "base/text.h"

/* What launchers would have changed for the compiler. {0} is nothing. */
typedef struct launched {
  strings environment; /* NAME=VALUE that were set, NAME that were unset */
  char *directory;     /* where `env -C` goes to, as it was written; or NULL */
} launched;

/* Removes launchers with their options and variables from the front of a
 * command, and replaces a compiler's name that leads to a cache (as
 * /usr/lib/ccache/gcc does) by the path of the compiler that the cache would
 * run. `out` may be NULL. Owner: release *out with launched_dispose. */
void launchers_strip(strings *words, launched *out);
void launched_dispose(launched *self);
/* Is it NAME=VALUE, with a name as shells take it? */
bool is_assignment(const char *word);

#endif
