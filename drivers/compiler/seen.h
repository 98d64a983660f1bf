/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the user sees of a crash, compared with what a test sees of it. */
#ifndef COMPILER_SEEN_H
#define COMPILER_SEEN_H

#include <regex.h>

#include "compiler/runner.h"

/* Runs a command with the user's own locale, terminal and symbolizer. */
rd_status seen_run(rd_run *out, runner *run, const strings *argv,
                   const source *input, const rd_limits *limits, rd_error *err);
/* Both are runs of one command on one text: as the user sees it, and as a test
 * does. Returns an expression for the output of tests: where it matches, the
 * user would see a match of the pattern. NULL: the pattern matches nothing that
 * a test sees in another form. Owned by the caller. */
char *seen_pattern(const regex_t *pattern, const rd_run *by_user,
                   const rd_run *by_test);
/* The expression for a file that a test calls by the last name of its path:
 * "src/a\.c:[0-9]" becomes "a\.c:[0-9]" for src/a.c. NULL: it names no folder
 * of the path. Owned by the caller. */
char *seen_without_folder(const char *pattern, const char *path);

#endif
