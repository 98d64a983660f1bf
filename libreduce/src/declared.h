/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The symbols declared in each node of a tree. */
#ifndef RD_DECLARED_H
#define RD_DECLARED_H

#include "reduce/tree.h"

/* The symbols declared in the nodes [begin, end), in order of nodes and symbols:
 * symbols[first[begin]] up to symbols[first[end]]. A subtree is such a range. */
typedef struct rd_declared {
  uint32_t *first;   /* by node, with one more entry */
  uint32_t *symbols; /* one for each declaration */
} rd_declared;

/* Lists the declarations of the tree; release with rd_declared_dispose. */
void rd_declared_init(rd_declared *out, const rd_tree *tree);
void rd_declared_dispose(rd_declared *declared);

#endif
