/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matches brackets. */
#ifndef TOKENS_BRACKETS_H
#define TOKENS_BRACKETS_H

#include "lexer.h"

#define BRACKET_ALONE UINT32_MAX

/* Returns, for each token, the index of its partner, or BRACKET_ALONE if it has
 * none or is not a bracket. Digraphs and trigraphs count as brackets. Brackets
 * in a directive match only each other. Owner: the caller, free(). Cost:
 * O(n). */
uint32_t *brackets_match(const token *tokens, size_t count, const char *text);

/* Adds the partners of the < and > that seem to enclose template parameters or
 * arguments: those without ;, ?, || or a binary && between them. A >> that
 * closes two lists has the outer < as its partner, and is that of both. Cost:
 * O(n). */
void angles_match(uint32_t *partners, const token *tokens, size_t count,
                  const char *text);

/* '(', '[' or '{' for an opening bracket, ')', ']' or '}' for a closing one,
 * else 0. */
char bracket_of(const token *tok, const char *text);

#endif
