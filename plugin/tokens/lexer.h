/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A tolerant lexer for C and what looks like it: any bytes in, tokens out,
 * every byte except white space in exactly one token. Knows line splices,
 * comments, strings, characters, numbers, the operators of C and directives;
 * takes NUL and bytes >= 0x80 as they come. An unterminated string ends at the
 * line's end, an unterminated comment at the file's.
 */
#ifndef TOKENS_LEXER_H
#define TOKENS_LEXER_H

#include <stddef.h>
#include <stdint.h>

#include "reduce/lexer.h"

typedef enum token_kind {
  TOKEN_IDENTIFIER, /* keywords too; bytes >= 0x80 and $ are letters */
  TOKEN_NUMBER,     /* pp-number */
  TOKEN_STRING,     /* with its prefix (L, u, U, u8) */
  TOKEN_CHARACTER,
  TOKEN_PUNCTUATION, /* longest match; digraphs too */
  TOKEN_COMMENT,
  TOKEN_OTHER, /* a stray byte */
} token_kind;

typedef struct token {
  uint32_t begin, end; /* bytes [begin, end) */
  uint32_t directive;  /* 0, or the number (from 1) of the directive that the
                          token belongs to, its # included */
  uint8_t kind;        /* token_kind */
  uint8_t line_start;  /* first token of its line */
} token;

/* The tokens of the text in order; *out is the caller's, free(). Cost: O(n). */
size_t lex(token **out, const char *text, size_t size);

/* The same knowledge for libreduce. Lent forever. */
extern const rd_lexer tokens_lexer;

/* Does the token spell `string`? */
int token_is(const token *tok, const char *text, const char *string);

#endif
