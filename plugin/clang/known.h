/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names and angle brackets of C++, before anything is parsed. */
#ifndef CLANG_KNOWN_H
#define CLANG_KNOWN_H

#include "syntax.h"

/* The tokens without comments and directives. */
typedef struct visible {
  const char *text;
  token *tokens;
  const uint32_t *at; /* indices into `tokens` */
  size_t count;
} visible;

static inline token *visible_at(const visible *v, size_t i)
{
  return &v->tokens[v->at[i]];
}

static inline word visible_word(const visible *v, size_t i)
{
  return (word)visible_at(v, i)->word;
}

static inline bool visible_is_name(const visible *v, size_t i)
{
  return visible_at(v, i)->kind == TOKEN_IDENTIFIER && !visible_at(v, i)->word;
}

/* Does the token spell this single character? */
static inline bool visible_is(const visible *v, size_t i, const char *string)
{
  return i < v->count && visible_at(v, i)->end - visible_at(v, i)->begin == 1 &&
         v->text[visible_at(v, i)->begin] == *string;
}

/* KNOWN_... of a name; 0 if nothing is known. */
uint32_t known_bits(const map *known, const token *tok, const char *text);
/* Adds what the tokens tell of names. Cost: O(n). */
void known_find(map *known, const visible *v);

#endif
