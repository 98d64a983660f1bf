/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the symbols that a symbol guards.
 *
 * A tree maps a symbol to its guards. Code that finds out which symbols are
 * needed asks the other way round. The pairs are sorted by guard, by counting.
 */
#include "guarded.h"

#include <stdlib.h>

#include "base/memory.h"
#include "reduce/symbols.h"

void rd_guarded_init(rd_guarded *out, const rd_tree *tree)
{
  uint32_t symbols = rd_tree_symbol_count(tree);
  /* While the list is filled, first[s + 1] is where the next symbol that s
   * guards goes. */
  uint32_t *first = mem_alloc((size_t)symbols + 2, sizeof *first);
  for (uint32_t i = 0; i < symbols; i++)
    for (uint32_t j = 0; j < rd_tree_symbol(tree, i)->guard_count; j++)
      first[rd_tree_guards(tree, i)[j] + 2]++;
  for (uint32_t i = 0; i < symbols; i++)
    first[i + 2] += first[i + 1];
  out->first = first;
  out->symbols = mem_alloc(first[symbols + 1], sizeof *out->symbols);
  for (uint32_t i = 0; i < symbols; i++)
    for (uint32_t j = 0; j < rd_tree_symbol(tree, i)->guard_count; j++)
      out->symbols[first[rd_tree_guards(tree, i)[j] + 1]++] = i;
}

void rd_guarded_dispose(rd_guarded *guarded)
{
  free(guarded->first);
  free(guarded->symbols);
}
