/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tree that is seen through a configuration.
 *
 * A *place* is a node of the frozen tree that is still there, edited or not; it
 * shows itself or, by a lift, one of its descendants. Lifts follow each other,
 * and edits in a part that a lift abandoned are never met. Counting walks the
 * frozen array in document order and jumps over what is gone; a subtree without
 * an edit is taken as a whole.
 */
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "render.h"

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

/* The first place from `place` on along its siblings. */
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

uint32_t *rd_view_level(size_t *count_out, const rd_config *config,
                        uint32_t level)
{
  RD_ARRAY(uint32_t) here = { 0 }, below = { 0 };
  RD_RESERVE(&here, 1);
  if (rd_view_resolve(config, 0) != RD_NONE)
    RD_PUSH(&here, 0);
  for (; level && here.size; level--) {
    below.size = 0;
    for (size_t i = 0; i < here.size; i++)
      for (uint32_t place = rd_view_first(config, here.data[i]);
           place != RD_NONE; place = rd_view_next(config, place))
        RD_PUSH(&below, place);
    uint32_t *data = here.data;
    size_t capacity = here.capacity;
    here.data = below.data;
    here.size = below.size;
    here.capacity = below.capacity;
    below.data = data;
    below.capacity = capacity;
  }
  free(below.data);
  *count_out = here.size;
  return here.data;
}

/* ---- counting ---- */

struct counts {
  uint32_t nodes, tokens;
};

static void count_text(struct counts *counts, const rd_config *config,
                       rd_edit edit)
{
  if (edit.op == RD_DROP)
    return;
  const char *text = rd_config_string(config, edit);
  counts->tokens += rd_count_tokens(text, strlen(text));
}

/* Counts the subtree of `node`, whose own edit it is to follow. Of the runs of
 * nodes that wait on the stack each holds what follows a lifted place. */
static struct counts count(const rd_config *config, uint32_t node)
{
  struct run {
    uint32_t begin, end;
  } run = { node, node + rd_tree_at(config->tree, node)->size };
  RD_ARRAY(struct run) waiting = { 0 };
  struct counts counts = { 0 };
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
      RD_PUSH(&waiting, run);
      run = (struct run){ edit.arg,
                          edit.arg + rd_tree_at(config->tree, edit.arg)->size };
    } else if (is_gone(edit)) {
      count_text(&counts, config, edit);
    } else {
      counts.nodes += is_whole ? at->size : 1;
      counts.tokens += is_whole ? at->tokens : 0;
    }
  }
  free(waiting.data);
  return counts;
}

uint32_t rd_view_nodes(const rd_config *config, uint32_t place)
{
  return count(config, place).nodes;
}

uint32_t rd_view_tokens(const rd_config *config, uint32_t place)
{
  return count(config, place).tokens;
}
