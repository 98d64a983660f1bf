/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Splits a text in any language into words, strings and marks. It knows no comments:
 * a slash before a star, which begins one in C, is a pattern of files elsewhere, and
 * all up to the end of the text would be one token.
 */
#ifndef TEXT_WORDS_H
#define TEXT_WORDS_H

#include "tokens/lexer.h"

/* Stores the tokens of the text in order and returns their number: each byte except
 * white space belongs to one, and none is a comment or in a directive. *out belongs
 * to the caller: free(). Cost: O(n). */
size_t words_lex(token **out, const char *text, size_t size);

#endif
