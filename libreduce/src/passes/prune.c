/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * prune: drops a node or replaces it by the shortest text of its place.
 *
 * An optional node or an element leaves nothing (the element takes one
 * separator along); a required one leaves its phrase, and one without a phrase
 * is not a unit. This is the PRUNE of HDD (Misherghi and Su 2006) with the
 * minimal replacement of Misherghi's thesis of 2007.
 */
#include "../pass.h"

void rd_place_prune(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  if (rd_unit_is(sight->config, place))
    (void)rd_deltas_prune(out, sight, place);
}
