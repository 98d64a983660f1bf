/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elements: drops elements of lists.
 *
 * Lists hold most of what can go: declarations of a file, statements of a
 * block, initialisers, arguments. Groups of elements go together, as in Perses.
 */
#include "../pass.h"

void rd_place_elements(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_config *config = sight->config;
  uint32_t stands = rd_view_resolve(config, place);
  if (stands == RD_NONE || !(rd_tree_at(config->tree, stands)->flags & RD_LIST))
    return;
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    if (rd_unit_is(config, child) &&
        rd_tree_at(config->tree, child)->place != RD_REQUIRED)
      (void)rd_deltas_prune(out, sight, child);
}
