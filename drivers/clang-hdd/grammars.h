/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The grammars of this user: installed, removed, and looked up in more
 * folders. */
#ifndef CLANG_HDD_GRAMMARS_H
#define CLANG_HDD_GRAMMARS_H

#include "clang-hdd/exit_code.h"
#include "grammar/folders.h"

/* The version of an installed grammar or core; caller's, NULL: it is not
 * installed in `home`. */
char *grammars_version(const char *home, const char *name);
/* Fetches, compiles and installs the package of a row, and says so. A process
 * that is killed leaves either the grammar or nothing. */
exit_code grammars_install(const grammar *row, const char *home);
/* Removes a grammar from `home`. */
exit_code grammars_remove(const char *home, const char *name);
/* --grammar: looks for grammars in these folders first. */
void grammars_prefer(const strings *folders);

#endif
