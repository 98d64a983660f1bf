/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the symbols that a symbol guards. */
#ifndef RD_GUARDED_H
#define RD_GUARDED_H

#include "reduce/tree.h"

/* Symbol s guards symbols[first[s], first[s + 1]), ascending. */
typedef struct rd_guarded {
  uint32_t *first;
  uint32_t *symbols;
} rd_guarded;

/* Cost: O(symbols + guards). */
void rd_guarded_init(rd_guarded *out, const rd_tree *tree);
void rd_guarded_dispose(rd_guarded *guarded);

#endif
