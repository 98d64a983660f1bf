/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Extracts errors and warnings from a compiler's output. */
#ifndef COMPILER_ERRORS_H
#define COMPILER_ERRORS_H

#include "base/text.h"

/* Adds a message up to a character of `until`, without parts that may come from
 * the user's code: quotations, numbers, @names, %names, labels and the names of
 * functions become "_". */
void errors_add_message(textbuf *out, const char *message, const char *until);
/* Adds the error on an output line, without file, quotations and numbers; false
 * if the line has no error. */
bool errors_add_line(strings *out, const char *line);
/* Does the line have an error? */
bool errors_is_error(const char *line);
/* Does the text say that a file is missing? */
bool errors_is_missing(const char *text);
/* Does the line have the gcc and clang form FILE:LINE:COLUMN: error: ...? No
 * line of C that a compiler quotes has this form. */
bool errors_is_located(const char *line);
/* The same with FILE:LINE:COLUMN alone, which gcc and clang print of what is
 * about the text: gcc and clang have no "error: " behind the place of a crash. */
bool errors_has_column(const char *line);
/* Adds all errors in an output, sorted. */
void errors_find(strings *out, const char *output);
/* The same for warnings. */
void warnings_find(strings *out, const char *output);
/* Is `part` a sub-multiset of `whole`? Both must be sorted. */
bool errors_are_subset(const strings *part, const strings *whole);

#endif
