/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides where a space separates two tokens on a line. */
#ifndef TOKENS_SPACING_H
#define TOKENS_SPACING_H

#include <stdbool.h>

#include "lexer.h"

/* What a token means for the token after it. */
typedef enum mark {
  MARK_OTHER,   /* punctuation; comments and directives */
  MARK_OPERAND, /* ends an operand: an operator after it is binary */
  MARK_POSTFIX, /* ++ or -- that ends an operand */
  MARK_PREFIX,  /* an operator before its operand */
  MARK_CAST,    /* the ) of a cast */
  MARK_TYPE,    /* a word of a type */
  MARK_CONTROL, /* if, for, while, switch */
  MARK_WORD,    /* another keyword before an expression */
  MARK_SIZE,    /* sizeof and the like */
  MARK_ANGLE,   /* the < of template parameters or arguments */
  MARK_LIST,    /* their > or >> */
} mark;

/* The tokens of a text with what is known about them. */
typedef struct token_view {
  const char *text;
  const token *tokens;
  size_t count;
  bool is_cxx;        /* it has words of C++ */
  uint32_t *partners; /* brackets_match, angles_match in C++ */
  uint8_t *marks;     /* mark */
} token_view;

/* Sets `is_cxx`, `partners` and `marks` from the fields before them.
 * Owner: spacing_dispose. Cost: O(n). */
void spacing_mark(token_view *view);
void spacing_dispose(token_view *view);
/* Does token `i` of the text spell this? False past the last token. */
bool view_is(const token_view *view, size_t i, const char *string);
/* Does it spell one of these strings? NULL-terminated. */
bool view_is_any(const token_view *view, size_t i, const char *const *strings);
/* Should a space precede token `i`, which is on the same line as the token
 * before it? Cost: O(size of both). */
bool spacing_wants(const token_view *view, size_t i);

#endif
