/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Builds tree nodes from balanced tokens (T4) where no syntax explains them.
 * Brackets nest, and a bracket without a partner is a plain token. Inside a
 * bracket or at the top level, `;` and `}` end elements; in (), [] and {} lists
 * `,` separates them. A directive is its own element.
 */
#ifndef TOKENS_BALANCED_H
#define TOKENS_BALANCED_H

#include "lexer.h"
#include "reduce/tree.h"

/* How the caller wants the generic nodes built. */
typedef struct balanced_options {
  uint32_t sorts,
      accepts; /* for statement-like elements, including nested ones */
} balanced_options;

/* Adds nodes and leaves for tokens [first, end) of the whole text to the
 * builder's open node, as elements of a statement-like list (each element
 * RD_ELEMENT, RD_GENERIC; comments RD_OPTIONAL). Cost: O(n). */
void balanced_add(rd_builder *builder, const token *tokens, size_t first,
                  size_t end, const balanced_options *options);

/* Adds one leaf for a token of known syntax: required and without a phrase.
 * Punctuation gets RD_PUNCT; a comment gets RD_COMMENT and is optional. */
uint32_t balanced_leaf(rd_builder *builder, const token *tok, const char *text,
                       uint16_t extra_flags);

#endif
