/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tree of a text from its statements and blocks. */
#ifndef BLOCKS_SHAPE_H
#define BLOCKS_SHAPE_H

#include "reduce/tree.h"
#include "statements.h"

/* What was made of a source, by provisional ids; RD_NONE: nothing. */
typedef struct shape {
  uint32_t *leaves;   /* by token */
  uint32_t *elements; /* by token: the element of a list that it begins */
  uint32_t *groups;   /* by token: the brackets that it opens, if they may go */
  uint32_t *statements; /* by statement: its node; of OPENS: the block's */
} shape;

/* Adds the whole tree; arrays in `out` belong to the caller: shape_dispose.
 * Cost: O(n) for a bounded number of levels of marks. */
void shape_add(shape *out, rd_builder *builder, const source *self,
               const statement_list *all);
void shape_dispose(shape *self);

#endif
