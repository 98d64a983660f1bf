/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tree as seen through a configuration.
 *
 * A *place* is a node of the frozen tree that is still there, edited or not; it
 * shows itself or, by a lift, one of its descendants. Lifts chain, and edits in
 * a part that a lift abandoned are never reached. Counting walks the frozen
 * array in document order and jumps over removed nodes; a subtree without an
 * edit is taken as a whole.
 */
#include <stdlib.h>

#include "config.h"

static bool is_gone(rd_edit edit)
{
  return edit.op == RD_DROP || edit.op == RD_PHRASE || edit.op == RD_TEXT;
}

uint32_t rd_view_resolve(const rd_config *config, uint32_t node)
{
  rd_edit edit = rd_config_at(config, node);
  while (edit.op == RD_LIFT)
    edit = rd_config_at(config, edit.arg);
  return is_gone(edit) ? RD_NONE : edit.node;
}

/* The first existing place among `place` and its later siblings. */
static uint32_t skip_gone(const rd_config *config, uint32_t place)
{
  while (place != RD_NONE && rd_view_resolve(config, place) == RD_NONE)
    place = rd_tree_next(config->tree, place);
  return place;
}

uint32_t rd_view_first(const rd_config *config, uint32_t node)
{
  uint32_t shown = rd_view_resolve(config, node);
  if (shown == RD_NONE)
    return RD_NONE;
  return skip_gone(config, rd_tree_first(config->tree, shown));
}

uint32_t rd_view_next(const rd_config *config, uint32_t place)
{
  return skip_gone(config, rd_tree_next(config->tree, place));
}

/* ---- counting ---- */

/* Each run of nodes on the stack holds the nodes after a lifted place. */
uint32_t rd_view_tokens(const rd_config *config, uint32_t place)
{
  struct run {
    uint32_t begin, end;
  } run = { place, place + rd_tree_at(config->tree, place)->size };
  ARRAY(struct run) waiting = { 0 };
  uint32_t tokens = 0;
  for (;;) {
    if (run.begin == run.end) {
      if (!waiting.size)
        break;
      run = waiting.data[--waiting.size];
      continue;
    }
    uint32_t i = run.begin;
    const rd_node *at = rd_tree_at(config->tree, i);
    rd_edit edit = rd_config_at(config, i);
    bool is_whole = !config->touched[i] || at->size == 1;
    run.begin += edit.op == RD_KEEP && !is_whole ? 1 : at->size;
    if (edit.op == RD_LIFT) {
      ARRAY_PUSH(&waiting, run);
      run = (struct run){ edit.arg,
                          edit.arg + rd_tree_at(config->tree, edit.arg)->size };
    } else if (is_gone(edit)) {
      tokens += rd_config_weight(config, edit);
    } else if (is_whole) {
      tokens += at->tokens;
    }
  }
  free(waiting.data);
  return tokens;
}
