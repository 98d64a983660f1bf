/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the symbols declared below a node.
 *
 * A tree maps a symbol to its declarations. Code that removes nodes needs the
 * reverse, for a range of node numbers. The declarations are sorted by node, by
 * counting.
 */
#include "declared.h"

#include <stdlib.h>

#include "base/memory.h"
#include "reduce/symbols.h"

void rd_declared_init(rd_declared *out, const rd_tree *tree)
{
  uint32_t nodes = rd_tree_size(tree), symbols = rd_tree_symbol_count(tree);
  /* While the list is filled, first[n + 1] is where the next symbol of node n
   * goes. */
  uint32_t *first = mem_alloc((size_t)nodes + 2, sizeof *first);
  for (uint32_t i = 0; i < symbols; i++)
    for (uint32_t j = 0; j < rd_tree_symbol(tree, i)->decl_count; j++)
      first[rd_tree_decls(tree, i)[j] + 2]++;
  for (uint32_t i = 0; i < nodes; i++)
    first[i + 2] += first[i + 1];
  out->first = first;
  out->symbols = mem_alloc(first[nodes + 1], sizeof *out->symbols);
  for (uint32_t i = 0; i < symbols; i++)
    for (uint32_t j = 0; j < rd_tree_symbol(tree, i)->decl_count; j++)
      out->symbols[first[rd_tree_decls(tree, i)[j] + 1]++] = i;
}

void rd_declared_dispose(rd_declared *declared)
{
  free(declared->first);
  free(declared->symbols);
}
