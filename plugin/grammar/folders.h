/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The grammars that are known, and where those of this machine are.
 *
 * A folder of grammars has NAME.so, which exports tree_sitter_NAME; a folder
 * NAME beside it may have grammar.json, node-types.json and queries. The core
 * of tree-sitter is libtree-sitter.so. Emacs' libtree-sitter-NAME.so is a
 * grammar as well.
 */
#ifndef GRAMMAR_FOLDERS_H
#define GRAMMAR_FOLDERS_H

#include "base/text.h"

/* Folders to search first, separated by colons. */
#define GRAMMAR_PATH "CLANG_HDD_GRAMMARS"

/* A row of grammars.def. */
typedef struct grammar {
  const char *name;            /* its function is tree_sitter_NAME */
  const char *package;         /* of npm */
  const char *version;         /* that is pinned */
  const char *integrity;       /* of the package: "sha512-" and base64 */
  const char *folder;          /* of the package with src; "": its top */
  const char *const *suffixes; /* ".rs", NULL after the last */
} grammar;

/* Another name of a row, as compilers' -x has it. */
typedef struct grammar_alias {
  const char *said, *name;
} grammar_alias;

/* The rows in order; NULL after the last. */
const grammar *grammar_at(size_t index);
/* The other names in order; NULL after the last. */
const grammar_alias *grammar_alias_at(size_t index);
/* The row of that name or alias, or NULL. */
const grammar *grammar_named(const char *name);
/* The first row with the longest suffix of the file name that any has, or
 * NULL. */
const grammar *grammar_of_file(const char *file_name);
/* The package of the core; `folder` has its include and src/lib.c. */
const grammar *grammar_core_package(void);

/* Where this user's grammars are installed: clang-hdd/grammars in
 * $XDG_DATA_HOME or ~/.local/share; caller's, NULL if neither is known. */
char *grammar_home(void);
/* Adds the folders to search, in order: those of $CLANG_HDD_GRAMMARS, then
 * grammar_home. */
void grammar_folders(strings *out);
/* The module of a grammar in one folder, or NULL; caller's. */
char *grammar_in(const char *folder, const char *name);
/* The module of a grammar (file NULL) in the first folder that has it, or
 * NAME/file there ("grammar.json"); caller's, NULL if there is none. */
char *grammar_find(const char *name, const char *file);
/* Adds the names of the modules in the folders that no row has. */
void grammar_others(strings *out);
/* The core in the first folder that has it; caller's, or NULL. */
char *grammar_core(void);

#endif
