/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bodies: turns definitions into declarations, by the first filler of their
 * body.
 *
 * Most of a program is in function bodies, and a compiler crashes in one of
 * them. Callers still compile against the declarations, so any set of bodies
 * can go together: the first big cut. A definition that must not become a second
 * declaration goes as a whole.
 */
#include "../pass.h"
#include "../tree.h"

void rd_place_bodies(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_tree *tree = sight->config->tree;
  const rd_node *node = rd_tree_at(tree, place);
  bool goes = node->flags & RD_REDECLARED && node->place != RD_REQUIRED;
  rd_edit edit = { .node = place, .op = RD_DROP };
  if (!goes) {
    if (!(node->flags & RD_BODY) || node->filler_count == 0)
      return;
    uint32_t filler = rd_tree_filler_string(tree, place, 0);
    edit.op = RD_TEXT;
    edit.arg = rd_config_text_of(sight->config, filler);
  }
  int64_t gain = rd_edit_gain(sight->config, edit);
  if (gain > 0)
    rd_deltas_add(out, edit, gain);
}
