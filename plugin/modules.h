/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finding and loading the modules reduce-NAME.so. */
#ifndef PLUGIN_MODULES_H
#define PLUGIN_MODULES_H

#include "reduce/frontend.h"

enum { MODULES_FOLDERS = 4 };

/* Folders to look in, first to last; the rest are NULL. */
typedef struct modules_path {
  char *folders[MODULES_FOLDERS];
} modules_path;

/* The given folder alone, else that of $CLANG_HDD_MODULES alone, else the
 * program's own, those below its prefix and the build's. Empty counts as not given.
 * Owner: modules_path_dispose. */
void modules_path_init(modules_path *path, const char *folder);
void modules_path_dispose(modules_path *path);

/* The first file of this name in the folders, free(); NULL if there is none. */
char *modules_find(const modules_path *path, const char *name);
/* A program beside the front ends: one of $CLANG_HDD_MODULES, else of the other
 * folders; free(), NULL if there is none. */
char *modules_program(const char *name);

/* Loads a front end. It stays loaded if handle_out is NULL, else *handle_out is
 * for dlclose(). Errors: RD_ERR_NOTFOUND (there is no such file),
 * RD_ERR_INVALID (no module, or one for another version). */
rd_status modules_load(const rd_frontend **out, void **handle_out,
                       const modules_path *path, const char *name,
                       rd_error *err);

/* The names of all modules, ascending, distinct, NULL-terminated: release with
 * modules_names_free. */
char **modules_names(const modules_path *path);
void modules_names_free(char **names);

#endif
