/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * descend: replaces a node by any descendant of the same sort.
 *
 * These are the compatible nodes of Gopinath's notebook on Perses (Sun et al.
 * 2018): all descendants of the same nonterminal, in document order, so a child
 * comes before a grandchild. `hoist` stops at the nearest ones instead. Below a
 * very large node only the first few thousand places are considered.
 */
#include "../pass.h"

#include <stdlib.h>

void rd_place_descend(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_tree *tree = sight->config->tree;
  if (!rd_unit_is(sight->config, place))
    return;
  uint32_t sorts = rd_tree_at(tree, place)->sorts;
  int64_t tokens = rd_view_tokens(sight->config, place);
  size_t count;
  uint32_t *places = rd_places_near(&count, sight->config, place);
  for (size_t i = 1; i < count; i++) {
    uint32_t stands = rd_view_resolve(sight->config, places[i]);
    if (stands == RD_NONE ||
        !rd_tree_fits(tree, sorts, rd_tree_at(tree, stands)->sorts))
      continue;
    rd_edit edit = { .node = place, .op = RD_LIFT, .arg = places[i] };
    int64_t left = rd_view_tokens(sight->config, places[i]);
    rd_deltas_add(out, edit, tokens - left);
  }
  free(places);
}
