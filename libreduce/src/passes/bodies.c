/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bodies: turns definitions into declarations, by the first filler of their
 * body.
 *
 * Most of a program is in function bodies, and a compiler crashes in one of
 * them. Callers still compile against the declarations, so any set of bodies
 * can go together: the first big cut.
 */
#include "../pass.h"
#include "../tree.h"

void rd_pass_bodies(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = rd_config_tree(sight->config);
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t place = sight->places[i];
    const rd_node *node = rd_tree_at(tree, place);
    if (!(node->flags & RD_BODY) || node->filler_count == 0)
      continue;
    uint32_t filler = rd_tree_filler_string(tree, place, 0);
    int64_t gain = (int64_t)rd_view_tokens(sight->config, place) -
                   rd_tree_weight(tree, filler);
    if (gain > 0)
      rd_deltas_add(
          out,
          (rd_edit){ .node = place,
                     .op = RD_TEXT,
                     .arg = rd_config_text_of(sight->config, filler) },
          gain);
  }
}
