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
  if (rd_unit_is(sight->config, place) &&
      rd_unit_is_nullable(sight->config->tree, place))
    (void)rd_deltas_prune(out, sight, place);
}
