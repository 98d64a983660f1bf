/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "kinds.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"

static uint64_t likeness_of(const rd_tree *tree, uint32_t node)
{
  const rd_node *at = rd_tree_at(tree, node);
  uint64_t likeness[2] = { at->kind, 0 };
  if (at->parent != RD_NONE)
    likeness[0] |= (uint64_t)rd_tree_at(tree, at->parent)->kind << 16;
  if (at->size == 1)
    likeness[1] =
        hash_bytes(rd_tree_text(tree, NULL) + at->begin, at->end - at->begin);
  return hash_bytes(likeness, sizeof likeness);
}

static void add(rd_group *group, const rd_tree *tree, const rd_delta *delta)
{
  if (group->places.size > 0) {
    uint32_t last = group->places.data[group->places.size - 1];
    if (delta->unit < last + rd_tree_at(tree, last)->size)
      return;
  }
  ARRAY_PUSH(&group->places, delta->unit);
  group->gain += delta->gain;
}

/* Of equal ones the first in the document. */
static int by_gain(const void *left, const void *right)
{
  const rd_group *a = left, *b = right;
  if (a->gain != b->gain)
    return a->gain < b->gain ? 1 : -1;
  return a->places.data[0] < b->places.data[0] ? -1 : 1;
}

void rd_groups_find(rd_groups *out, rd_deltas *deltas, const rd_tree *tree)
{
  map of = { 0 };
  *out = (rd_groups){ 0 };
  rd_deltas_sort(deltas);
  for (size_t i = 0; i < deltas->list.size; i++) {
    const rd_delta *delta = &deltas->list.data[i];
    uint64_t likeness = likeness_of(tree, delta->unit);
    uint32_t group = map_find(&of, likeness);
    if (group == MAP_NONE) {
      group = (uint32_t)out->size;
      map_put(&of, likeness, group);
      ARRAY_PUSH(out, (rd_group){ 0 });
    }
    add(&out->data[group], tree, delta);
  }
  map_free(&of);
  if (out->size > 0)
    qsort(out->data, out->size, sizeof *out->data, by_gain);
}

void rd_groups_dispose(rd_groups *groups)
{
  for (size_t i = 0; i < groups->size; i++)
    ARRAY_FREE(&groups->data[i].places);
  ARRAY_FREE(groups);
}
