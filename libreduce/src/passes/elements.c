/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elements: drops elements of lists.
 *
 * Lists hold most of what can go: declarations of a file, statements of a
 * block, initialisers, arguments. Groups of elements go together, as in Perses.
 */
#include "../pass.h"

void rd_pass_elements(rd_deltas *out, const rd_sight *sight)
{
  const rd_config *config = sight->config;
  const rd_tree *tree = rd_config_tree(config);
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t stands = rd_view_resolve(config, sight->places[i]);
    if (stands == RD_NONE || !(rd_tree_at(tree, stands)->flags & RD_LIST))
      continue;
    for (uint32_t child = rd_view_first(config, sight->places[i]);
         child != RD_NONE; child = rd_view_next(config, child))
      if (rd_unit_is(config, child) &&
          rd_tree_at(tree, child)->place != RD_REQUIRED)
        (void)rd_deltas_prune(out, sight, child);
  }
}
