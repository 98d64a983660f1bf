/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * kinds: drops all places of one kind together, those with most tokens first
 * (kinds.c): all exception specifications, attributes, constraints or `inline`.
 *
 * A preprocessed library has thousands of them. Each alone saves a token or two
 * and costs a test; together they cost one, and declarations that only they
 * name go as well.
 */
#include "../pass.h"

void rd_place_kinds(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  rd_place_prune_empty(out, sight, place);
}
