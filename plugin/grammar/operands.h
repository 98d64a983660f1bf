/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of parameters and arguments. */
#ifndef GRAMMAR_OPERANDS_H
#define GRAMMAR_OPERANDS_H

#include "offers.h"

enum { MOST_OPERANDS = 16 };

typedef struct operands {
  uint32_t nodes[MOST_OPERANDS];
  uint32_t ids[MOST_OPERANDS]; /* to be dropped: of an only one, its list */
  size_t count;
} operands;

/* What is dropped for a part of a list: of an only one, what the list may be without. */
uint32_t operands_id(const offers *of, uint32_t list, uint32_t part);
/* The parts of a list in brackets. False: they are too many, or not all are
 * nodes. */
bool operands_find(operands *out, const offers *of, uint32_t list);

/* Leaves the first of some out. */
void operands_shift(operands *self);

/* The nearest node around the leaf that has a list behind it whose type has one
 * of the words, and the list; or RD_NONE. */
uint32_t operands_list(uint32_t *node_out, const offers *of, uint32_t leaf,
                       const char *const *words);

#endif
