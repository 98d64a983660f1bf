/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sorts of a tree: which node may stand where. Each symbol of a grammar is
 * one, and each class of lists. */
#ifndef GRAMMAR_SORTS_H
#define GRAMMAR_SORTS_H

#include "syntax.h"
#include "tasks.h"

typedef struct sorts {
  rd_builder *builder;
  syntax *lang;
  uint16_t first; /* languages have no sorts in common */
  map sets;       /* by rule and list */
} sorts;

void sorts_dispose(sorts *self);

/* The set of a node that stands for the symbol. */
uint32_t sorts_of_symbol(const sorts *self, uint32_t number);
/* The sorts that a place accepts: `list` is that around it, or RULE_NONE. */
uint32_t sorts_accepted(sorts *self, uint32_t place, uint32_t list);
/* The set of a list that the first of these tasks opens: its elements may stand
 * for one element of a list of its class, or of another that takes each. */
uint32_t sorts_of_list(const sorts *self, const task *opens, size_t count);

#endif
