/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arbitrary bytes as UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the character at the start of `size` bytes; 0: not a complete
 * character. Overlong forms and surrogates are not characters. */
size_t utf8_length(const char *bytes, size_t size);
/* Are the bytes all characters, without a NUL? */
bool utf8_is_text(const char *bytes, size_t size);
/* The bytes, with each NUL and each byte outside a character as \xNN;
 * caller's. */
char *utf8_escape(const char *bytes, size_t size);
/* Also escapes everything that is not visible as it is: controls except newline
 * and tab, direction marks and the like. Omits a carriage return before a
 * newline. Caller's. */
char *utf8_visible(const char *bytes, size_t size);
/* The same on one line, with tabs and line ends as spaces. Caller's; NULL if
 * `text` is NULL. */
char *utf8_visible_line(const char *text);

#endif
