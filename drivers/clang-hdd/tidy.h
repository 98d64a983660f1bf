/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tidies the lines of a text whose language has no layout of its own. */
#ifndef CLANG_HDD_TIDY_H
#define CLANG_HDD_TIDY_H

#include <stddef.h>

/* The text without blank lines, blanks at the ends of lines, and indentation that
 * says nothing. NULL: it is no shorter. Owner: caller, free(). */
char *tidy_lines(size_t *size_out, const char *text, size_t size);

/* The text laid out by its brackets. NULL: it is no shorter, or blocks are not
 * between brackets. Owner: caller, free(). */
char *tidy_brackets(size_t *size_out, const char *text, size_t size);

/* The text laid out by the words that close its blocks. NULL: it is that already, or
 * longer, or has no such words. Owner: caller, free(). */
char *tidy_words(size_t *size_out, const char *text, size_t size);

#endif
