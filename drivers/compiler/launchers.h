/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launchers before the compiler in a command: caches, distributors, env. */
#ifndef COMPILER_LAUNCHERS_H
#define COMPILER_LAUNCHERS_H

#include "base/text.h"

/* Changes that the launchers would make for the compiler. {0} is none. */
typedef struct launched {
  strings environment; /* NAME=VALUE if set, NAME if unset */
  char *directory;     /* argument of `env -C` as written, or NULL */
} launched;

/* Removes launchers, with their options and variables, from the front of a
 * command. If the compiler's name is a link to a cache (such as
 * /usr/lib/ccache/gcc), replaces it with the path of the compiler that the
 * cache would run. `out` may be NULL. Owner: release *out with
 * launched_dispose. */
void launchers_strip(strings *words, launched *out);
/* Is the program, or the file to which it is a link, a cache or a distributor?
 */
bool launchers_hide(const char *path);
void launched_dispose(launched *self);
/* Is the word NAME=VALUE, with a valid shell name? */
bool is_assignment(const char *word);

#endif
