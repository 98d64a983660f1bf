/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Code shared by the passes: collecting deltas, and the definition of a unit.
 *
 * A *unit* is a place that a reader would call a thing: not punctuation, a
 * separator, a comment (only the pass `comments` touches those) or anything
 * hidden. A delta that changes nothing is dropped when it is tried, since only
 * rendering can decide that for sure.
 */
#include "pass.h"

#include <stdlib.h>
#include <string.h>

void rd_deltas_clear(rd_deltas *deltas)
{
  deltas->edits.size = 0;
  deltas->list.size = 0;
  deltas->few = 0;
  deltas->some = false;
}

void rd_deltas_dispose(rd_deltas *deltas)
{
  ARRAY_FREE(&deltas->edits);
  ARRAY_FREE(&deltas->list);
}

void rd_deltas_open(rd_deltas *deltas, uint32_t unit)
{
  rd_delta delta = { .unit = unit, .begin = (uint32_t)deltas->edits.size };
  ARRAY_PUSH(&deltas->list, delta);
}

void rd_deltas_edit(rd_deltas *deltas, rd_edit edit, int64_t gain)
{
  rd_delta *delta = &deltas->list.data[deltas->list.size - 1];
  ARRAY_PUSH(&deltas->edits, edit);
  delta->count++;
  delta->gain += gain;
}

void rd_deltas_pop(rd_deltas *deltas)
{
  deltas->edits.size = deltas->list.data[--deltas->list.size].begin;
}

static bool is_same(const rd_deltas *deltas, const rd_delta *a,
                    const rd_delta *b)
{
  return a->count == b->count &&
         memcmp(deltas->edits.data + a->begin, deltas->edits.data + b->begin,
                a->count * sizeof(rd_edit)) == 0;
}

void rd_deltas_settle(rd_deltas *deltas)
{
  size_t last = deltas->list.size - 1;
  const rd_delta *delta = &deltas->list.data[last];
  bool is_new = delta->gain > 0;
  for (size_t i = 0; i < last && is_new; i++)
    is_new = !is_same(deltas, &deltas->list.data[i], delta);
  if (!is_new)
    rd_deltas_pop(deltas);
}

void rd_deltas_add(rd_deltas *deltas, rd_edit edit, int64_t gain)
{
  rd_deltas_open(deltas, edit.node);
  rd_deltas_edit(deltas, edit, gain);
}

void rd_deltas_flag(rd_deltas *deltas, uint32_t flags)
{
  deltas->list.data[deltas->list.size - 1].flags |= flags;
}

static int by_unit(const void *left, const void *right)
{
  const rd_delta *a = left, *b = right;
  return a->unit < b->unit ? -1 : a->unit > b->unit;
}

void rd_deltas_sort(rd_deltas *deltas)
{
  if (deltas->list.size > 0)
    qsort(deltas->list.data, deltas->list.size, sizeof *deltas->list.data,
          by_unit);
}

void rd_deltas_keep(rd_deltas *deltas, const rd_tree *tree, uint64_t least,
                    uint64_t most)
{
  size_t kept = 0;
  uint32_t end = 0;
  rd_deltas_sort(deltas);
  for (size_t i = 0; i < deltas->list.size; i++) {
    rd_delta delta = deltas->list.data[i];
    uint64_t gain = delta.gain > 0 ? (uint64_t)delta.gain : 0;
    if (gain <= least || gain > most || delta.unit < end)
      continue;
    end = delta.unit + rd_tree_at(tree, delta.unit)->size;
    deltas->list.data[kept++] = delta;
  }
  deltas->list.size = kept;
}

bool rd_deltas_prune(rd_deltas *deltas, const rd_sight *sight, uint32_t place)
{
  const rd_node *node = rd_tree_at(sight->config->tree, place);
  rd_edit edit = { .node = place, .op = RD_DROP };
  if (node->place == RD_REQUIRED)
    edit = (rd_edit){ .node = place, .op = RD_PHRASE, .arg = node->phrase };
  if (edit.op == RD_PHRASE && edit.arg == RD_NONE)
    return false;
  rd_deltas_add(deltas, edit, rd_edit_gain(sight->config, edit));
  return true;
}

bool rd_unit_is(const rd_config *config, uint32_t place)
{
  const rd_node *node = rd_tree_at(config->tree, place);
  if (node->flags & (RD_PUNCT | RD_SEPARATOR | RD_COMMENT | RD_HIDDEN))
    return false;
  return rd_view_resolve(config, place) != RD_NONE;
}

/* The first `most` places. Opens no more children than can be needed. */
static uint32_t *list_places(size_t *count_out, const rd_config *config,
                             uint32_t place, size_t most)
{
  ARRAY(uint32_t) places = { 0 }, open = { 0 };
  ARRAY_PUSH(&open, place);
  while (open.size > 0 && places.size < most) {
    uint32_t at = open.data[--open.size];
    ARRAY_PUSH(&places, at);
    size_t bottom = open.size;
    for (uint32_t child = rd_view_first(config, at);
         child != RD_NONE && open.size - bottom < most;
         child = rd_view_next(config, child))
      ARRAY_PUSH(&open, child);
    for (size_t i = bottom, j = open.size; i + 1 < j; i++) {
      uint32_t kept = open.data[i];
      open.data[i] = open.data[--j];
      open.data[j] = kept;
    }
  }
  free(open.data);
  *count_out = places.size;
  return places.data;
}

uint32_t *rd_places_below(size_t *count_out, const rd_config *config,
                          uint32_t place)
{
  return list_places(count_out, config, place, SIZE_MAX);
}

uint32_t *rd_places_near(size_t *count_out, const rd_config *config,
                         uint32_t place)
{
  return list_places(count_out, config, place, RD_MOST_PLACES);
}
