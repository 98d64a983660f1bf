/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Extracts errors and warnings from a compiler's output. */
#ifndef COMPILER_ERRORS_H
#define COMPILER_ERRORS_H

#include "base/text.h"
#include "compiler/programs.h"

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
/* Does the line have an error in one of the forms of errors.def, such as
 * FILE:LINE:COLUMN: error: ...? No line of C that a compiler quotes has one. */
bool errors_is_located(const char *line);
/* Have the errors of these compilers a form of errors.def? */
bool errors_have_form(compiler_family family);
/* Has the line the form FILE:LINE:COLUMN: error: ..., which gcc and clang print of
 * what is about the text? Behind the place of a crash they have no "error: ". */
bool errors_has_column(const char *line);
/* Adds all errors in an output, sorted. */
void errors_find(strings *out, const char *output);
/* The same for warnings. */
void warnings_find(strings *out, const char *output);
/* Is `part` a sub-multiset of `whole`? Both must be sorted. */
bool errors_are_subset(const strings *part, const strings *whole);

#endif
