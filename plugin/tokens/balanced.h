/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tree nodes from balanced tokens (T4): what is made of tokens that no syntax
 * explains. Brackets nest (a bracket without partner is a plain token); within
 * a bracket or at the top, `;` and `}` end elements, and in (), [], {} lists
 * `,` separates them; a directive is an element of its own.
 */
#ifndef TOKENS_BALANCED_H
#define TOKENS_BALANCED_H

#include "lexer.h"
#include "reduce/tree.h"

/* What a caller wants of the generic nodes. */
typedef struct balanced_options {
  uint32_t sorts, accepts; /* for statement-like elements, nested ones too */
} balanced_options;

/* Adds nodes and leaves for tokens [first, end) of the whole text's tokens to
 * the builder's open node, as elements of a statement-like list (each element
 * RD_ELEMENT, RD_GENERIC; comments RD_OPTIONAL). Cost: O(n). */
void balanced_add(rd_builder *builder, const token *tokens, size_t first,
                  size_t end, const balanced_options *options);

/* Adds one leaf for a token of known syntax: required and without a phrase;
 * punctuation gets RD_PUNCT, a comment RD_COMMENT and is optional. */
uint32_t balanced_leaf(rd_builder *builder, const token *tok, const char *text,
                       uint16_t extra_flags);

#endif
