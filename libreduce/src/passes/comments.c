/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * comments: drops all comments, which have no tokens and are units of no other
 * pass.
 */
#include "../pass.h"

void rd_pass_comments(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = rd_config_tree(sight->config);
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t place = sight->places[i];
    if (rd_tree_at(tree, place)->flags & RD_COMMENT)
      rd_deltas_add(out, (rd_edit){ .node = place, .op = RD_DROP }, 0);
  }
}
