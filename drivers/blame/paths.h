/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Paths of a work tree as those of a checkout elsewhere. */
#ifndef BLAME_PATHS_H
#define BLAME_PATHS_H

#include "compiler/invocation.h"

/* What stands for what. Absolute, no slash at the end; lent. */
typedef struct path_map {
  const char *work_tree; /* NULL: there is none */
  const char *checkout;
} path_map;

/* An absolute path without "." and "..", no link followed; caller's. */
char *path_clean(const char *path);
/* What follows `folder` in the path, without a slash in front ("" for the folder
 * itself); NULL: it is not in there. Both clean. Lent. */
const char *path_inside(const char *folder, const char *path);
/* Where the file that a user names is in the repository, from its root; NULL: it
 * is outside. Links on the way to it are followed, it may be missing itself.
 * Without a work tree, or with one that it is not in, a relative path is taken as
 * from the root. Caller's. */
char *path_in_repository(const path_map *map, const char *file,
                         const char *cwd);
/* The folder of the checkout that stands for this one; caller's. */
char *path_of_folder(const path_map *map, const char *cwd);

/* The command for the checkout, as it is now: `ours` is the same command read
 * where the user typed it, `theirs` in the folder of path_of_folder. Paths that
 * the checkout has lead there. What only the work tree has (a build folder, a
 * generated header) stays, and so does what lies outside. The words of `theirs`
 * are replaced. */
void paths_translate(invocation *theirs, const invocation *ours,
                     const path_map *map);

#endif
