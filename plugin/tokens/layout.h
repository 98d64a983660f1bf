/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layout of reduced code: one declaration or statement per line. */
#ifndef TOKENS_LAYOUT_H
#define TOKENS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

/* Is the text a token soup: several statements on a line, many lines with a
 * single token, or runs of blank lines? Cost: O(size). */
bool layout_is_poor(const char *text, size_t size);

/* Produces the canonical layout: the same tokens, one declaration or statement
 * per line, two columns of indentation per brace, an opening brace on the line
 * of its statement, no blank lines and no trailing blanks. Lines of more than
 * 80 columns are broken at spaces. Directives keep their bytes. The result
 * depends on the tokens only, so the operation is idempotent.
 * NULL: this layout cannot keep the tokens (a stray # or backslash).
 * Owner: the caller, free(). Shape: NUL-terminated, ends with a newline unless
 * it is empty. Cost: O(size). */
char *layout(const char *text, size_t size, size_t *size_out);

#endif
