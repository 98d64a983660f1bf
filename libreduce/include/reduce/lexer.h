/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What libreduce has to know of a language's tokens, as functions on plain
 * texts. They run in the process that searches, not in the parse server, so
 * they keep no state and need no parser: a lexer lives in a library of its own.
 *
 * Wherever a lexer is asked for, NULL means the plain one: words (letters,
 * digits, `_` and bytes from 0x80 on) and single bytes are tokens, only two
 * words must not touch, nothing but white space is blank.
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
  RD_TOUCH_SHOULD, /* a space between them would be mere taste, and bad taste */
  RD_TOUCH_NEVER,  /* they would or might become another token */
} rd_touch;

typedef struct rd_lexer {
  const char *name; /* of the language or family, such as "c" */
  /* Tokens of the text; comments count none. */
  uint32_t (*count)(const char *text, size_t size);
  /* Both texts have at least one byte. When in doubt: RD_TOUCH_NEVER. */
  rd_touch (*touch)(const char *left, size_t left_size, const char *right,
                    size_t right_size);
  /* Size of what joins two lines at the start of the text (a backslash and the
   * line break), or 0. It counts as white space that separates nothing. NULL:
   * the language has no such thing. */
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
