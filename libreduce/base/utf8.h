/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes of any kind as UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the character at the start of `size` bytes; 0: it is none, nor the
 * beginning of one. Overlong forms and surrogates are none. */
size_t utf8_length(const char *bytes, size_t size);
/* Are they all characters, and none a NUL? */
bool utf8_is_text(const char *bytes, size_t size);
/* The bytes with each that is no part of a character, and each NUL, as \xNN;
 * caller's. */
char *utf8_escape(const char *bytes, size_t size);
/* The same for all that is not seen as it is: controls as well, but for newline
 * and tab, marks of direction and the like. A carriage return before a newline
 * is left out. Caller's. */
char *utf8_visible(const char *bytes, size_t size);
/* The same on one line: what ends lines is a blank. Caller's; NULL: there
 * is no text. */
char *utf8_visible_line(const char *text);

#endif
