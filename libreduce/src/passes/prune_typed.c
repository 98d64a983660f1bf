/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * prune-typed: replaces a place, cheapest first: by nothing, by its phrase,
 * then by each of the texts that fit its type according to the front end.
 *
 * `elements` drops elements of a list, many at a time; this pass does not
 * repeat that. Texts with more tokens than the present one are skipped.
 */
#include "../pass.h"
#include "../tree.h"

/* Does `elements` handle the place? */
static bool is_list_element(const rd_tree *tree, const rd_node *node)
{
  return node->place == RD_ELEMENT && node->parent != RD_NONE &&
         (rd_tree_at(tree, node->parent)->flags & RD_LIST);
}

static void add_text(rd_deltas *out, const rd_sight *sight, uint32_t place,
                     uint32_t text)
{
  rd_edit edit = { .node = place,
                   .op = RD_TEXT,
                   .arg = rd_config_text_of(sight->config, text) };
  int64_t gain = rd_edit_gain(sight->config, edit);
  if (gain >= 0)
    rd_deltas_add(out, edit, gain);
}

/* The second filler of a body fits only where the definition is exposed too. */
static uint32_t count_fillers(const rd_node *node)
{
  bool is_hidden = (node->flags & RD_BODY) && node->filler_count > 1;
  return is_hidden ? 1 : node->filler_count;
}

void rd_place_prune_typed(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_tree *tree = sight->config->tree;
  const rd_node *node = rd_tree_at(tree, place);
  if (!rd_unit_is(sight->config, place))
    return;
  if (node->place != RD_REQUIRED && !is_list_element(tree, node))
    (void)rd_deltas_prune(out, sight, place);
  if (node->phrase != RD_NONE)
    add_text(out, sight, place, node->phrase);
  for (uint32_t i = 0; i < count_fillers(node); i++)
    add_text(out, sight, place, rd_tree_filler_string(tree, place, i));
}
