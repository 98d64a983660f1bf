/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rewrites of the front end for grammars. */
#ifndef GRAMMAR_VALUES_H
#define GRAMMAR_VALUES_H

#include "reduce/rewrites.h"
#include "syntax.h"

/* All of them; ends with a row without a name. */
extern const rd_rule grammar_rules[];

typedef struct values values;

/* Collects what is numbered in a text of this language. Owner: caller,
 * values_free. The arguments are lent until then. */
values *values_new(const syntax *lang, const cst *tree, const char *text);
void values_free(values *self);

/* Takes a node into account that became this leaf of the builder. */
void values_take(values *self, uint32_t node, uint32_t leaf);
/* Offers to give all that is numbered a name, in one rewrite. */
void values_offer(values *self, rd_builder *builder);

#endif
