/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A tolerant lexer for C and similar text: it accepts any bytes, and each byte
 * except white space belongs to exactly one token. It knows line splices,
 * comments, strings, characters, numbers, the operators of C and directives,
 * and accepts NUL and bytes >= 0x80. An unterminated string ends at the end of
 * its line, an unterminated comment at the end of the file.
 */
#ifndef TOKENS_LEXER_H
#define TOKENS_LEXER_H

#include <stddef.h>
#include <stdint.h>

#include "reduce/lexer.h"

typedef enum token_kind {
  TOKEN_IDENTIFIER, /* keywords too; bytes >= 0x80 and $ are letters */
  TOKEN_NUMBER,     /* pp-number */
  TOKEN_STRING,     /* with its prefix (L, u, U, u8, R); raw strings too */
  TOKEN_CHARACTER,
  TOKEN_PUNCTUATION, /* longest match; digraphs too */
  TOKEN_COMMENT,
  TOKEN_OTHER, /* a stray byte */
} token_kind;

typedef struct token {
  uint32_t begin, end; /* bytes [begin, end) */
  uint32_t directive;  /* 0, or the number (from 1) of the directive that
                          contains the token, including its # */
  uint8_t kind;        /* token_kind */
  uint8_t line_start;  /* first token on its line */
  uint8_t word;        /* 0; a parser's to use */
} token;

/* Stores the tokens of the text in order and returns their number. *out belongs
 * to the caller: free(). Cost: O(n). */
size_t lex(token **out, const char *text, size_t size);
/* The same for the parser of C++: each `>` that may close a list of template
 * arguments is a token, and a literal's suffix belongs to it. */
size_t lex_cxx(token **out, const char *text, size_t size);

/* The lexer's interface for libreduce. Lent forever. */
extern const rd_lexer tokens_lexer;

/* Does the token spell `string`? */
int token_is(const token *tok, const char *text, const char *string);
/* Does it spell one of these? NULL-terminated. */
int token_is_any(const token *tok, const char *text,
                 const char *const *strings);

#endif
