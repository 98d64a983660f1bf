/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The token rules of a language, as functions on plain texts. They run in the
 * searching process, not in the parse server, so they keep no state and need no
 * parser. A lexer has its own library.
 *
 * Wherever a lexer is expected, NULL means the plain one, for any language: its
 * tokens are words (letters, digits, `_` and bytes from 0x80 on) and marks
 * (single bytes), only white space is blank, and what might paste in some
 * language does not touch, unless it touched in the source.
 */
#ifndef REDUCE_LEXER_H
#define REDUCE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reduce/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* May the end of one text and the start of another touch? */
typedef enum rd_touch {
  RD_TOUCH_MAY,
  RD_TOUCH_SHOULD, /* a space between them would be only a matter of style, and
                      poor style */
  RD_TOUCH_NEVER,  /* they would or might become another token */
} rd_touch;

typedef struct rd_lexer {
  const char *name; /* of the language or family, such as "c" */
  /* Number of tokens in the text, comments excluded. */
  uint32_t (*count)(const char *text, size_t size);
  /* Both texts have at least one byte. If in doubt: RD_TOUCH_NEVER. */
  rd_touch (*touch)(const char *left, size_t left_size, const char *right,
                    size_t right_size);
  /* Size of a line join (a backslash and the line break) at the start of the
   * text, or 0. A join is white space that separates nothing. NULL: the
   * language has no line joins. */
  size_t (*join)(const char *text, size_t size);
} rd_lexer;

/* The lexer's functions, or the plain one's if it is NULL. */
RD_API uint32_t rd_lexer_count(const rd_lexer *lexer, const char *text,
                               size_t size);
RD_API rd_touch rd_lexer_touch(const rd_lexer *lexer, const char *left,
                               size_t left_size, const char *right,
                               size_t right_size);
RD_API size_t rd_lexer_join(const rd_lexer *lexer, const char *text,
                            size_t size);

#ifdef __cplusplus
}
#endif
#endif
