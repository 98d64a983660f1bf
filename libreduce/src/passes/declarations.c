/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * declarations: keeps the declarations that have to stay, with what they need.
 *
 * Each declaration is a unit, down to members of classes, and so are functions
 * that other files could see: the isolation finds the few that the property
 * needs (search/isolate.c), where `unused` keeps all that such a function needs.
 */
#include "../liveness.h"

/* In a smaller text the other passes find them with fewer questions. */
enum { LARGE_TEXT = 2000 };

static void init(rd_liveness *liveness, const rd_sight *sight)
{
  rd_liveness_init(liveness, sight);
  rd_liveness_open_namespaces(liveness);
}

void rd_pass_declarations(rd_deltas *out, const rd_sight *sight)
{
  rd_liveness liveness;
  if (rd_view_tokens(sight->config, 0) < LARGE_TEXT)
    return;
  init(&liveness, sight);
  rd_liveness_find(&liveness);
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t node = sight->places[i];
    if (rd_liveness_is_gate(&liveness, node) &&
        !(liveness.nodes[node] & RD_LIVE_HOLDS))
      rd_deltas_add(out, rd_liveness_edit(&liveness, node),
                    rd_view_tokens(sight->config, node));
  }
  rd_liveness_dispose(&liveness);
}

void rd_keep_declarations(bool *stays_out, const rd_sight *sight,
                          const rd_deltas *deltas, const uint32_t *seeds,
                          size_t count)
{
  rd_liveness liveness;
  init(&liveness, sight);
  rd_liveness_keep(stays_out, &liveness, deltas, seeds, count);
  rd_liveness_dispose(&liveness);
}
