/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compilers of PATH. */
#ifndef TRIAGE_INSTALLED_H
#define TRIAGE_INSTALLED_H

#include "compiler/compiler.h"

typedef struct installed {
  char *program; /* its name */
  char *path;    /* as found, links not followed */
  compiler_family family;
  char *line;    /* the first of --version, without the program's name */
  char *version; /* the number in it; may be empty */
  char *target;  /* as it says; may be empty */
} installed;

typedef struct installed_list {
  installed *data;
  size_t size;
} installed_list;

/* Is a program of this name a compiler for C? */
bool installed_is_compiler(const char *name);
/* Adds the compilers in the folders of `path` (as $PATH is; NULL: none), each
 * once, and asks them what they are. Those that do not answer and those that
 * are in the list already are left out; when several hang, or there are
 * hundreds, the rest is. {0} is empty. Owner: released with installed_dispose,
 * also after a failure. Cost: a run or two for each. */
rd_status installed_find(installed_list *out, runner *run, const char *path,
                         rd_error *err);
/* Asks one program, such as the one that crashes; it need not answer. */
rd_status installed_ask(installed *out, runner *run, const char *program,
                        const char *path, rd_error *err);
void installed_free(installed *self);
void installed_dispose(installed_list *self);

/* The version in a line: for GCC the last number with a point, since the name
 * of the package is before it; else the first. Caller's, may be empty. */
char *version_of(compiler_family family, const char *line);
/* The target in what --version prints: "Target: T" or "for T"; caller's, may be
 * empty. */
char *target_of(const char *output);
/* Less, equal or greater than 0; numbers are compared as such. */
int version_compare(const char *a, const char *b);
/* Do two targets have the same machine? An empty one fits any. */
bool target_fits(const char *a, const char *b);

#endif
