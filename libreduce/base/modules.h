/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the modules reduce-NAME.so and the programs beside them lie. */
#ifndef BASE_MODULES_H
#define BASE_MODULES_H

enum { MODULES_FOLDERS = 5 };

/* Folders to look in, first to last; the rest are NULL. */
typedef struct modules_path {
  char *folders[MODULES_FOLDERS];
} modules_path;

/* The given folder alone, else that of $CLANG_HDD_MODULES alone, else the one in
 * the library's folder (which may be NULL), the program's own, those below its
 * prefix and the build's. An empty name counts as none.
 * Owner: modules_path_dispose. */
void modules_path_init(modules_path *path, const char *folder,
                       const char *library_folder);
void modules_path_dispose(modules_path *path);

/* The first file of this name in the folders, free(); NULL if there is none. */
char *modules_find(const modules_path *path, const char *name);
/* A program beside the front ends: one of $CLANG_HDD_MODULES, else of the other
 * folders; free(), NULL if there is none. */
char *modules_program(const char *name);

/* The names of all modules, ascending, distinct, NULL-terminated: release with
 * modules_names_free. */
char **modules_names(const modules_path *path);
void modules_names_free(char **names);

#endif
