/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates paths of a work tree to a checkout elsewhere. */
#ifndef BLAME_PATHS_H
#define BLAME_PATHS_H

#include "compiler/invocation.h"

/* Corresponding folders. Absolute, without a slash at the end; lent. */
typedef struct path_map {
  const char *work_tree; /* NULL: there is none */
  const char *checkout;
} path_map;

/* An absolute path without "." and "..", links not followed; caller's. */
char *path_clean(const char *path);
/* The rest of the path below `folder`, without a leading slash ("" for the
 * folder itself); NULL: it is outside. Both must be clean. Lent. */
const char *path_inside(const char *folder, const char *path);
/* The path, from the repository's root, of a file that the user named; NULL: it
 * is outside. Follows links in its folders; the file itself may be missing.
 * Without a work tree, or outside of it, a relative path starts from the root.
 * Caller's. */
char *path_in_repository(const path_map *map, const char *file,
                         const char *cwd);
/* The folder of the checkout that corresponds to this one; caller's. */
char *path_of_folder(const path_map *map, const char *cwd);

/* Makes `theirs` the command for the current state of the checkout. `ours` is
 * the command read where the user typed it, `theirs` the same read in the
 * folder of path_of_folder. Paths that exist in the checkout are redirected
 * there. Paths that only the work tree has (a build folder, a generated header)
 * and paths outside are kept. The words of `theirs` are replaced. */
void paths_translate(invocation *theirs, const invocation *ours,
                     const path_map *map);

#endif
