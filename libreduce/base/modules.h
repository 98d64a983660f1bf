/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The locations of the modules reduce-NAME.so and of the programs next to
 * them. */
#ifndef BASE_MODULES_H
#define BASE_MODULES_H

enum { MODULES_FOLDERS = 5 };

/* Folders to search, in order; the rest are NULL. */
typedef struct modules_path {
  char *folders[MODULES_FOLDERS];
} modules_path;

/* Only the given folder; else only $CLANG_HDD_MODULES; else the one in the
 * library's folder (which may be NULL), the program's own, those below its
 * prefix, and the build's. An empty name is ignored. Owner:
 * modules_path_dispose. */
void modules_path_init(modules_path *path, const char *folder,
                       const char *library_folder);
void modules_path_dispose(modules_path *path);

/* The first file of this name in the folders, free(); NULL if not found. */
char *modules_find(const modules_path *path, const char *name);
/* A program next to the front ends: from $CLANG_HDD_MODULES, else from the
 * other folders; free(), NULL if there is no such program. */
char *modules_program(const char *name);

/* The names of all modules, ascending, distinct, NULL-terminated: release with
 * modules_names_free. */
char **modules_names(const modules_path *path);
void modules_names_free(char **names);

#endif
