/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The folders in which a bisection builds compilers, and texts without them. */
#ifndef REPORT_HIDE_H
#define REPORT_HIDE_H

#include "base/text.h"

/* {0}: there are none. */
typedef struct build_folders {
  char *builds; /* what stands before the digits of a commit, with the slash */
  char *trees;  /* what stands before the number of a checkout; or NULL */
} build_folders;

/* Learns them from the path of a compiler that was built, which has the digits
 * of a commit as one of its names; false: it has none. Owner: released with
 * build_folders_dispose. */
bool build_folders_find(build_folders *out, const char *path);
void build_folders_dispose(build_folders *self);
/* Takes them out of a string (which may be NULL) in its place: the folder of a
 * build is "/build", and files of a checkout are named from its root. */
void build_folders_hide(const build_folders *self, char **field);

#endif
