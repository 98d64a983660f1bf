/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which bracket belongs to which. */
#ifndef TOKENS_BRACKETS_H
#define TOKENS_BRACKETS_H

#include "lexer.h"

#define BRACKET_ALONE UINT32_MAX

/* For each of the tokens [first, end), at index - first: the index of its
 * partner if it is a bracket that has one, else BRACKET_ALONE. Digraphs and
 * trigraphs are brackets too. The brackets of a directive match only among
 * themselves.
 * Owner: the caller, free(). Cost: O(n). */
uint32_t *brackets_match(const token *tokens, size_t first, size_t end,
                         const char *text);

/* '(', '[' or '{' for an opening bracket, ')', ']' or '}' for a closing one,
 * else 0. */
char bracket_of(const token *tok, const char *text);

#endif
