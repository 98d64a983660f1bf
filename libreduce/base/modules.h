/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The locations of the modules reduce-NAME.so and of the programs next to
 * them. */
#ifndef BASE_MODULES_H
#define BASE_MODULES_H

#include "base/text.h"

/* Adds the folders to search, in order: only the given one; else only
 * $CLANG_HDD_MODULES; else the one in the library's folder (which may be NULL),
 * the program's own, those below its prefix, and the build's. An empty name is
 * ignored. */
void modules_folders(strings *out, const char *folder,
                     const char *library_folder);

/* The first file of this name in the folders, free(); NULL if not found. */
char *modules_find(const strings *folders, const char *name);
/* A program next to the front ends: from $CLANG_HDD_MODULES, else from the
 * other folders; free(), NULL if there is no such program. */
char *modules_program(const char *name);

/* Adds the names of all modules in the folders, ascending, distinct. */
void modules_names(strings *out, const strings *folders);

#endif
