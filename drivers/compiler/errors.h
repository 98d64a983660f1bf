/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The errors and warnings that a compiler's output names. */
#ifndef COMPILER_ERRORS_H
#define COMPILER_ERRORS_H

#include "base/text.h"

/* Adds the error that a line of output names, without file, quotations and
 * numbers; false if it names none. */
bool errors_add_line(strings *out, const char *line);
/* Does the line name its error as gcc and clang do, FILE:LINE:COLUMN: error:
 * ...? No line of C that a compiler quotes looks like that. */
bool errors_is_located(const char *line);
/* Adds all of an output, sorted. */
void errors_find(strings *out, const char *output);
/* The same for warnings. */
void warnings_find(strings *out, const char *output);
/* Is each of `part`, as often as it occurs, in `whole`? Both sorted. */
bool errors_are_subset(const strings *part, const strings *whole);

#endif
