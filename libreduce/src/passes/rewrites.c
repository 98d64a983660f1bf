/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * rewrites: the rewrites offered by the front end, one rule at a time.
 *
 * The front end made the rewrites for the text that the tree was made of. Those
 * of a rule are asked for right after a parse, so they fit. A rewrite that is
 * taken may make another one stale, which then only fails. A rewrite is skipped
 * if one of its nodes is no longer visible.
 */
#include "../pass.h"

#include <stdlib.h>
#include <string.h>

static rd_edit edit_of(const rd_sight *sight, const rd_rewrite_edit *from)
{
  rd_edit edit = { .node = from->node, .op = RD_DROP };
  if (from->op == RD_REWRITE_TEXT) {
    edit.op = RD_TEXT;
    edit.arg = rd_config_text_of(sight->config, from->arg);
  } else if (from->op == RD_REWRITE_LIFT) {
    edit.op = RD_LIFT;
    edit.arg = from->arg;
  }
  return edit;
}

static bool is_seen(const bool *seen, const rd_rewrite_edit *edits,
                    uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (!seen[edits[i].node] ||
        (edits[i].op == RD_REWRITE_LIFT && !seen[edits[i].arg]))
      return false;
  return true;
}

static void add_rewrite(rd_deltas *out, const rd_sight *sight,
                        const rd_rewrite_edit *edits, uint32_t count)
{
  uint32_t flags = rd_tree_rule_flags(sight->config->tree, sight->rule);
  rd_deltas_open(out, edits[0].node);
  for (uint32_t i = 0; i < count; i++) {
    rd_edit edit = edit_of(sight, &edits[i]);
    rd_deltas_edit(out, edit, rd_edit_gain(sight->config, edit));
  }
  bool gains = out->list.data[out->list.size - 1].gain > 0;
  if ((flags & (RD_RULE_FIRST | RD_RULE_SOON)) ||
      (gains && !(flags & RD_RULE_LATE)))
    return;
  rd_deltas_flag(out, flags & RD_RULE_GROWS ? RD_DELTA_GROWS : RD_DELTA_LATE);
}

void rd_pass_rewrites(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  bool *seen = NULL;
  for (uint32_t i = 0; i < rd_tree_rewrite_count(tree); i++) {
    const rd_rewrite *at = rd_tree_rewrite(tree, i);
    if (at->rule != sight->rule)
      continue;
    if (!seen) {
      seen = mem_alloc(rd_tree_size(tree), sizeof *seen);
      for (size_t j = 0; j < sight->count; j++)
        seen[sight->places[j]] = true;
    }
    const rd_rewrite_edit *edits = rd_tree_rewrite_edits(tree, i);
    if (is_seen(seen, edits, at->count))
      add_rewrite(out, sight, edits, at->count);
  }
  free(seen);
}
