/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --ice-pattern and --match, as all commands that compare crashes have them. */
#ifndef CLANG_HDD_PATTERN_H
#define CLANG_HDD_PATTERN_H

#include <regex.h>
#include <stdbool.h>

/* What is wrong with --match, as one line; NULL: nothing. Caller's. Either may be
 * NULL: it was not given. */
char *pattern_check_match(const char *match, const char *pattern);
/* Compiles the pattern; true: *out is released with regfree. *problem_out is one
 * line, caller's, if it cannot be used: it is no expression, or fits anything. */
bool pattern_compile(regex_t *out, char **problem_out, const char *pattern);

#endif
