/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The symbols declared in each node of a tree. */
#ifndef RD_DECLARED_H
#define RD_DECLARED_H

#include "base/text.h"
#include "reduce/tree.h"

/* The node declares the symbol. */
typedef struct rd_declared {
  uint32_t node, symbol;
} rd_declared;

/* All declarations of a tree, sorted by node and symbol. {0} is empty. */
typedef ARRAY(rd_declared) rd_declared_list;

/* Lists the declarations of the tree; release with ARRAY_FREE. */
void rd_declared_of(rd_declared_list *out, const rd_tree *tree);
/* The declarations in the nodes [begin, end): the first, lent, and their
 * count. */
const rd_declared *rd_declared_in(size_t *count_out,
                                  const rd_declared_list *list, uint32_t begin,
                                  uint32_t end);

#endif
