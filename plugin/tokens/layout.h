/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layout of reduced code: one declaration or statement a line. */
#ifndef TOKENS_LAYOUT_H
#define TOKENS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

/* Is the text a token soup: lines that hold several statements, or many lines
 * that hold a single token, or runs of blank lines? Cost: O(size). */
bool layout_is_poor(const char *text, size_t size);

/* The canonical layout: the same tokens with one declaration or statement a
 * line, two columns of indentation a brace, the brace on the line of what it
 * belongs to, no blank lines, no blanks at the end of a line; lines of more
 * than 80 columns are broken where a space was. Directives keep their bytes.
 * How the text was laid out does not show in it, so doing it twice is doing it
 * once.
 * NULL: the tokens cannot be kept that way (a stray # or backslash).
 * Owner: the caller, free(). Shape: NUL-terminated, ends with a newline unless
 * it is empty. Cost: O(size). */
char *layout(const char *text, size_t size, size_t *size_out);

#endif
