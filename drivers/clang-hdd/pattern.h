/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --ice-pattern and --match, shared by all commands that compare crashes. */
#ifndef CLANG_HDD_PATTERN_H
#define CLANG_HDD_PATTERN_H

#include <regex.h>
#include <stdbool.h>

/* Checks --match. Returns the problem as one line, caller's, or NULL. Either
 * argument may be NULL: not given. */
char *pattern_check_match(const char *match, const char *pattern);
/* Compiles the pattern; true: *out is released with regfree. False: it is not a
 * regular expression, or matches everything; *problem_out is one line,
 * caller's. */
bool pattern_compile(regex_t *out, char **problem_out, const char *pattern);

#endif
