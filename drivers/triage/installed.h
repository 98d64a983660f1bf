/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compilers in PATH. */
#ifndef TRIAGE_INSTALLED_H
#define TRIAGE_INSTALLED_H

#include "compiler/compiler.h"
#include "compiler/languages.h"

typedef struct installed {
  char *program; /* its name */
  char *path;    /* the path as found, links not followed */
  compiler_family family;
  char *line;    /* first line of --version, without the program's name */
  char *version; /* the number in it; may be empty */
  char *target;  /* as it reports it; may be empty */
} installed;

typedef struct installed_list {
  installed *data;
  size_t size;
} installed_list;

/* Is a program of this name a compiler for the language, or for any if that is
 * LANGUAGE_UNKNOWN? */
bool installed_is_compiler(const char *name, language of);
/* Adds the compilers for a language in the folders of `path` (in the form of
 * $PATH; NULL: none), each once, and asks them for their version. Skips those
 * that do not answer or are in the list already, and the rest once several have
 * hung or there are hundreds. {0} is empty. Owner: release with
 * installed_dispose, also after a failure. Cost: a run or two for each. */
rd_status installed_find(installed_list *out, runner *run, const char *path,
                         language of, rd_error *err);
/* Asks one program, such as the crashing one, which need not answer. */
rd_status installed_ask(installed *out, runner *run, const char *program,
                        const char *path, rd_error *err);
void installed_dispose(installed_list *self);

/* The target in the output of --version: "Target: T" or "for T"; caller's, may
 * be empty. */
char *target_of(const char *output);
/* Returns less than, equal to or greater than 0; compares numbers by value. */
int version_compare(const char *a, const char *b);
/* Are two targets for the same machine? An empty one matches any. */
bool target_fits(const char *a, const char *b);

#endif
