/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The renderer: a base rendering, and candidates made from it.
 *
 * The base is kept as its bytes and as a sequence of *pieces* (joint.h), with
 * the range of pieces that each node produced. A candidate's edits make some
 * nodes *dirty*: the edited ones and all their ancestors. A clean node renders
 * as in the base, so its range is copied; adjoining ranges are copied at once,
 * with the gaps between them.
 *
 * Whether a separator or a list's phrase is rendered depends on which elements
 * are left, that is, render at least one byte. So rendering has two steps. The
 * first finds, children before parents, which nodes render anything (are
 * *alive*): all nodes for the base, the dirty ones for a candidate. The second
 * writes the text in one walk from the root (walk.c) over the dirty nodes and
 * their children.
 *
 * The dirty nodes are a sparse set: a list, and for each node its possible
 * position in that list. So clean nodes cost a candidate nothing.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "walk.h"

static bool has_byte(const rd_renderer *renderer, rd_edit edit)
{
  return *rd_config_string(renderer->config, edit) != '\0';
}

/* Does a child of an unedited inner node render anything? */
static bool has_living_child(const rd_renderer *renderer, uint32_t node)
{
  const rd_node *at = rd_tree_at(renderer->tree, node);
  bool is_bare = false;
  if (at->flags & RD_LIST) {
    rd_list_state state = rd_walk_list_state(renderer, node);
    if (state == RD_LIST_PHRASE)
      return *rd_tree_string(renderer->tree, at->phrase) != '\0';
    is_bare = state == RD_LIST_BARE;
  }
  for (uint32_t child = rd_tree_first(renderer->tree, node); child != RD_NONE;
       child = rd_tree_next(renderer->tree, child)) {
    bool is_separator =
        (rd_tree_at(renderer->tree, child)->flags & RD_SEPARATOR) != 0;
    if (rd_walk_is_alive(renderer, child) && !(is_bare && is_separator))
      return true;
  }
  return false;
}

static bool find_life(const rd_renderer *renderer, uint32_t node)
{
  rd_edit edit = rd_walk_edit(renderer, node);
  switch ((rd_edit_op)edit.op) {
  case RD_DROP:
    return false;
  case RD_PHRASE:
  case RD_TEXT:
    return has_byte(renderer, edit);
  case RD_LIFT:
    return rd_walk_is_alive(renderer, edit.arg);
  case RD_KEEP:
    break;
  }
  const rd_node *at = rd_tree_at(renderer->tree, node);
  return at->size == 1 ? at->leaves != 0 : has_living_child(renderer, node);
}

/* ---- the base ---- */

void rd_renderer_rebase(rd_renderer *renderer)
{
  uint32_t count = rd_tree_size(renderer->tree);
  renderer->dirty.size = 0;
  for (uint32_t i = 0; i < count; i++) {
    renderer->base[i].begin = renderer->base[i].end = RD_NONE;
    renderer->base[i].hash = 0;
    renderer->base[i].is_walked = false;
  }
  for (uint32_t i = count; i-- > 0;)
    renderer->base[i].is_alive = find_life(renderer, i);
  renderer->pieces.size = 0;
  text_clear(&renderer->text);
  text_add(&renderer->text, "", 0);
  rd_walk_writer writer = { .renderer = renderer,
                            .out = &renderer->text,
                            .records = true };
  renderer->measure = rd_walk(&writer);
}

/* What depends on the tree alone. A parent comes before its children. */
static void find_surroundings(rd_renderer *renderer)
{
  renderer->base[0].element = RD_NONE;
  for (uint32_t i = 1; i < rd_tree_size(renderer->tree); i++) {
    const rd_node *at = rd_tree_at(renderer->tree, i);
    struct rd_based *parent = &renderer->base[at->parent];
    bool element = rd_tree_at(renderer->tree, at->parent)->place == RD_ELEMENT;
    renderer->base[i].element = element ? at->parent : parent->element;
    if (at->flags & RD_SEPARATOR)
      parent->has_separators = true;
  }
}

rd_renderer *rd_renderer_new(const rd_config *config)
{
  rd_renderer *renderer = mem_alloc(1, sizeof *renderer);
  renderer->config = config;
  renderer->tree = config->tree;
  uint32_t count = rd_tree_size(renderer->tree);
  renderer->base = mem_alloc(count, sizeof *renderer->base);
  renderer->slot = mem_alloc(count, sizeof *renderer->slot);
  find_surroundings(renderer);
  rd_gaps_init(&renderer->gaps, config->tree, config->lexer);
  rd_renderer_rebase(renderer);
  return renderer;
}

void rd_renderer_free(rd_renderer *renderer)
{
  if (!renderer)
    return;
  rd_gaps_dispose(&renderer->gaps);
  free(renderer->base);
  free(renderer->slot);
  free(renderer->order.data);
  free(renderer->pieces.data);
  free(renderer->dirty.data);
  free(renderer->frames.data);
  free(renderer->plan.data);
  text_free(&renderer->text);
  free(renderer);
}

const char *rd_renderer_text(const rd_renderer *renderer, size_t *size_out)
{
  if (size_out)
    *size_out = renderer->text.size;
  return renderer->text.data;
}

rd_measure rd_renderer_measure(const rd_renderer *renderer)
{
  return renderer->measure;
}

const char *rd_renderer_part(const rd_renderer *renderer, uint32_t node,
                             size_t *size_out)
{
  const struct rd_based *based = &renderer->base[node];
  *size_out = 0;
  if (based->begin == RD_NONE)
    return NULL;
  if (based->begin == based->end)
    return "";
  const rd_piece *first = &renderer->pieces.data[based->begin];
  const rd_piece *last = &renderer->pieces.data[based->end - 1];
  *size_out = last->begin + last->size - first->begin;
  return renderer->text.data + first->begin;
}

uint64_t rd_renderer_part_hash(rd_renderer *renderer, uint32_t node)
{
  struct rd_based *based = &renderer->base[node];
  if (!based->hash) {
    size_t size;
    const char *bytes = rd_renderer_part(renderer, node, &size);
    based->hash = hash_bytes(bytes ? bytes : "", size);
  }
  return based->hash;
}

uint32_t rd_renderer_element(const rd_renderer *renderer, uint32_t node)
{
  return renderer->base[node].element;
}

/* ---- candidates ---- */

static void mark_dirty(rd_renderer *renderer, uint32_t node)
{
  while (node != RD_NONE && !rd_walk_dirty(renderer, node)) {
    renderer->slot[node] = (uint32_t)renderer->dirty.size;
    ARRAY_PUSH(&renderer->dirty, (struct rd_dirty){ .node = node,
                                                    .edit = RD_NONE,
                                                    .first = RD_NONE,
                                                    .next = RD_NONE });
    ARRAY_PUSH(&renderer->order, node);
    node = rd_tree_at(renderer->tree, node)->parent;
  }
}

static int descending(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x < y) - (x > y);
}

/* Children have larger ids than their parents. Since the last child comes
 * first, each is put at the head of its parent's list. */
static void settle_dirty(rd_renderer *renderer)
{
  uint32_t *order = renderer->order.data;
  size_t count = renderer->order.size;
  if (count > 1)
    qsort(order, count, sizeof *order, descending);
  for (size_t i = 0; i < count; i++) {
    struct rd_dirty *dirty = rd_walk_dirty(renderer, order[i]);
    uint32_t parent = rd_tree_at(renderer->tree, order[i])->parent;
    dirty->is_alive = find_life(renderer, order[i]);
    if (parent == RD_NONE)
      continue;
    struct rd_dirty *above = rd_walk_dirty(renderer, parent);
    dirty->next = above->first;
    above->first = order[i];
  }
}

void rd_renderer_candidate(textbuf *out, rd_measure *measure_out,
                           rd_renderer *renderer, const rd_edit *edits,
                           size_t count)
{
  renderer->edits = edits;
  renderer->dirty.size = renderer->order.size = 0;
  for (size_t i = 0; i < count; i++) {
    assert(edits[i].node < rd_tree_size(renderer->tree));
    mark_dirty(renderer, edits[i].node);
    rd_walk_dirty(renderer, edits[i].node)->edit = (uint32_t)i;
  }
  settle_dirty(renderer);
  rd_walk_writer writer = { .renderer = renderer, .out = out };
  rd_measure measure = rd_walk(&writer);
  if (measure_out)
    *measure_out = measure;
}
