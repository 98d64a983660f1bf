/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * prune-empty: drops only nodes that may be left out altogether.
 *
 * Coarse HDD (Hodovan et al. 2017) prunes only those, for speed; Perses calls
 * this the empty expansion, and Pardis calls the nodes nullable.
 */
#include "../pass.h"

void rd_place_prune_empty(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_tree *tree = sight->config->tree;
  const rd_node *node = rd_tree_at(tree, place);
  bool can_be_empty =
      node->place != RD_REQUIRED ||
      (node->phrase != RD_NONE && !*rd_tree_string(tree, node->phrase));
  if (rd_unit_is(sight->config, place) && can_be_empty)
    (void)rd_deltas_prune(out, sight, place);
}
