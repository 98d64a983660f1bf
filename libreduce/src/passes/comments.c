/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * comments: drops all comments, which have no tokens and are units of no other
 * pass.
 */
#include "../pass.h"

void rd_place_comments(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_node *node = rd_tree_at(sight->config->tree, place);
  if ((node->flags & RD_COMMENT) && node->place != RD_REQUIRED)
    rd_deltas_add(out, (rd_edit){ .node = place, .op = RD_DROP }, 0);
}
