/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The plan of a node that no rule derives: balanced lists of its children. */
#ifndef GRAMMAR_LOOSE_H
#define GRAMMAR_LOOSE_H

#include "plan.h"

/* A child, as far as it can be told without a rule. */
typedef struct loose {
  char mark;        /* a bracket, comma or semicolon; 0: anything else */
  bool starts_line; /* the child before it is on another line */
} loose;

/* Appends the plan. Cost: O(count). */
void loose_plan(steps *out, const loose *children, uint32_t count);

#endif
