/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * prune-empty: drops only nodes that may be left out altogether.
 *
 * Coarse HDD (Hodovan et al. 2017) prunes only those, for speed; Perses calls
 * this the empty expansion, and Pardis calls the nodes nullable.
 */
#include "../pass.h"

void rd_pass_prune_empty(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = rd_config_tree(sight->config);
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t place = sight->places[i];
    if (rd_unit_is(sight->config, place) && rd_unit_is_nullable(tree, place))
      (void)rd_deltas_prune(out, sight, place);
  }
}
