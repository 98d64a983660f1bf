/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Builds tree nodes from balanced tokens (T4) where no syntax explains them.
 * Brackets nest, and a bracket without a partner is a plain token. Inside a
 * bracket or at the top level, `;` and `}` end elements; in (), [] and {} lists
 * `,` separates them. A directive is its own element. By lines, a statement
 * also ends with its line, and deeper lines are part of the line above them.
 */
#ifndef TOKENS_BALANCED_H
#define TOKENS_BALANCED_H

#include <stdbool.h>

#include "lexer.h"
#include "reduce/tree.h"

/* Adds nodes and leaves for all tokens of the text to the builder's open node,
 * as elements of a statement-like list (each element RD_ELEMENT, RD_GENERIC;
 * comments RD_OPTIONAL). Cost: O(n). */
void balanced_add(rd_builder *builder, const token *tokens, size_t count,
                  bool by_lines);

#endif
