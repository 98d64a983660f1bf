/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the symbols declared below a node.
 *
 * A tree maps a symbol to its declarations. Code that removes nodes needs the
 * reverse, for a range of node numbers, because a subtree is such a range: a
 * list sorted by node answers with two binary searches.
 */
#include "declared.h"

#include <stdlib.h>

#include "reduce/symbols.h"

static int by_node(const void *left, const void *right)
{
  const rd_declared *a = left, *b = right;
  if (a->node != b->node)
    return a->node < b->node ? -1 : 1;
  return a->symbol < b->symbol ? -1 : a->symbol > b->symbol;
}

void rd_declared_of(rd_declared_list *out, const rd_tree *tree)
{
  *out = (rd_declared_list){ 0 };
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const uint32_t *nodes = rd_tree_decls(tree, i);
    for (uint32_t j = 0; j < rd_tree_symbol(tree, i)->decl_count; j++)
      ARRAY_PUSH(out, (rd_declared){ nodes[j], i });
  }
  if (out->size > 0)
    qsort(out->data, out->size, sizeof *out->data, by_node);
}

/* Number of declarations at smaller nodes. */
static size_t count_before(const rd_declared_list *list, uint32_t node)
{
  size_t low = 0, high = list->size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (list->data[middle].node < node)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const rd_declared *rd_declared_in(size_t *count_out,
                                  const rd_declared_list *list, uint32_t begin,
                                  uint32_t end)
{
  size_t first = count_before(list, begin);
  *count_out = count_before(list, end) - first;
  return *count_out ? list->data + first : NULL;
}
