/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layout of reduced code: one declaration or statement a line. */
#ifndef TOKENS_LAYOUT_H
#define TOKENS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

/* Is the text a token soup: lines that hold several statements, or many lines
 * that hold a single token, or runs of blank lines? Cost: O(size). */
bool layout_is_poor(const char *text, size_t size);

/* The same tokens with one declaration or statement a line, two columns of
 * indentation a brace, at most one blank line together.
 * Owner: the caller, free(). Shape: NUL-terminated, ends with a newline. */
char *layout(const char *text, size_t size, size_t *size_out);

#endif
