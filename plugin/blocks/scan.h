/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tokens of a text in a described language, any bytes included. */
#ifndef BLOCKS_SCAN_H
#define BLOCKS_SCAN_H

#include "description.h"
#include "tokens/lexer.h"

/* Stores the tokens in order and returns their number. Where a line ends a
 * statement, `directive` is the number, from 1, of the line with those that
 * continue it. *out belongs to the caller: free(). Cost: O(n) for descriptions
 * of a bounded size. */
size_t scan(token **out, const description *language, const char *text,
            size_t size, bool is_fixed);

/* Does the token spell the word or mark in this language? */
bool scan_is(const description *language, const token *tok, const char *text,
             const char *word);
bool scan_is_any(const description *language, const token *tok,
                 const char *text, const strings *words);

#endif
