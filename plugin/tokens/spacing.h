/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where a space stands between two tokens of one line. */
#ifndef TOKENS_SPACING_H
#define TOKENS_SPACING_H

#include <stdbool.h>

#include "lexer.h"

/* What a token is to the one after it. */
typedef enum mark {
  MARK_OTHER,   /* punctuation; comments and directives */
  MARK_OPERAND, /* ends an operand: an operator after it is a binary one */
  MARK_POSTFIX, /* the same: ++ or -- */
  MARK_PREFIX,  /* an operator in front of its operand */
  MARK_CAST,    /* the ) of a cast */
  MARK_TYPE,    /* a word of a type */
  MARK_CONTROL, /* if, for, while, switch */
  MARK_WORD,    /* another keyword that an expression follows */
  MARK_SIZE,    /* sizeof and the like */
} mark;

/* The tokens of a text, and what is known of them. */
typedef struct token_view {
  const char *text;
  const token *tokens;
  size_t count;
  uint32_t *partners; /* brackets_match */
  uint8_t *marks;     /* mark */
} token_view;

/* Tells what the tokens are; the fields before `partners` are set.
 * Owner: spacing_dispose. Cost: O(n). */
void spacing_mark(token_view *view);
void spacing_dispose(token_view *view);
/* Does token `i` of the text spell this? False after the last one. */
bool view_is(const token_view *view, size_t i, const char *string);
/* Does it spell one of these? NULL-terminated. */
bool view_is_any(const token_view *view, size_t i, const char *const *strings);
/* Is a space wanted before token `i`, which is on the line of the one before
 * it? Cost: O(size of both). */
bool spacing_wants(const token_view *view, size_t i);

#endif
