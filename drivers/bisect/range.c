/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The order of a range: as git-rev-list walks.
 *
 * The newest of the commits that are known comes next, and its parents become
 * known; of two with the same time the one that was known first. So the order of
 * a part is not that of the whole, less some: in the whole, a commit may have
 * become known through a child that is not in the part. That is why each range is
 * walked anew, from its own bad commit.
 */
#include "bisect/range.h"

#include <stdlib.h>

/* ---- commits that are known, newest first: a heap ---- */

typedef struct known_commit {
  int64_t time;
  uint32_t turn; /* how many were known before */
  uint32_t node;
} known_commit;

typedef struct known {
  known_commit *heap;
  size_t count, capacity;
  uint32_t turns;
} known;

static bool comes_first(const known_commit *a, const known_commit *b)
{
  return a->time != b->time ? a->time > b->time : a->turn < b->turn;
}

static void known_add(known *self, const commit_graph *graph, uint32_t node)
{
  if (self->count == self->capacity) {
    self->capacity = self->capacity ? 2 * self->capacity : 64;
    self->heap = mem_resize(self->heap, self->capacity, sizeof *self->heap);
  }
  known_commit it = { graph->nodes[node].time, self->turns++, node };
  size_t at = self->count++;
  for (; at && comes_first(&it, &self->heap[(at - 1) / 2]); at = (at - 1) / 2)
    self->heap[at] = self->heap[(at - 1) / 2];
  self->heap[at] = it;
}

static uint32_t known_take(known *self)
{
  known_commit *heap = self->heap;
  uint32_t node = heap[0].node;
  known_commit last = heap[--self->count];
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < self->count; at = child) {
    if (child + 1 < self->count && comes_first(&heap[child + 1], &heap[child]))
      child++;
    if (!comes_first(&heap[child], &last))
      break;
    heap[at] = heap[child];
  }
  heap[at] = last;
  return node;
}

/* ---- the range ---- */

static uint32_t followed(const commit_node *node, bool first_parent)
{
  return first_parent && node->parent_count ? 1 : node->parent_count;
}

/* Puts the nodes in the order of the walk; returns how many. */
static size_t walk(uint32_t *nodes, const commit_graph *graph, uint32_t from,
                   const bool *outside, bool first_parent)
{
  bool *seen = mem_alloc(graph->count, sizeof *seen);
  known next = { 0 };
  size_t count = 0;
  seen[from] = true;
  known_add(&next, graph, from);
  while (next.count) {
    uint32_t at = known_take(&next);
    const commit_node *node = &graph->nodes[at];
    nodes[count++] = at;
    for (uint32_t i = 0; i < followed(node, first_parent); i++) {
      uint32_t parent = node->parents[i];
      if (seen[parent] || outside[parent])
        continue;
      seen[parent] = true;
      known_add(&next, graph, parent);
    }
  }
  free(next.heap);
  free(seen);
  return count;
}

static void reverse(uint32_t *list, size_t count)
{
  for (size_t i = 0; i < count / 2; i++) {
    uint32_t other = list[i];
    list[i] = list[count - 1 - i];
    list[count - 1 - i] = other;
  }
}

/* Fills in parents, as places. */
static void connect(commit_range *self, const commit_graph *graph,
                    const bool *outside, bool first_parent)
{
  uint32_t *places = mem_alloc(graph->count, sizeof *places);
  size_t links = 0;
  for (uint32_t i = 0; i < self->count; i++) {
    places[self->nodes[i]] = i;
    links += followed(&graph->nodes[self->nodes[i]], first_parent);
  }
  self->first = mem_alloc(self->count + 1, sizeof *self->first);
  self->parents = mem_alloc(links + 1, sizeof *self->parents);
  uint32_t used = 0;
  for (size_t i = 0; i < self->count; i++) {
    const commit_node *node = &graph->nodes[self->nodes[i]];
    self->first[i] = used;
    for (uint32_t j = 0; j < followed(node, first_parent); j++)
      if (!outside[node->parents[j]])
        self->parents[used++] = places[node->parents[j]];
  }
  self->first[self->count] = used;
  free(places);
}

void range_make(commit_range *out, const commit_graph *graph, uint32_t from,
                const bool *outside, bool first_parent)
{
  *out = (commit_range){ 0 };
  out->nodes = mem_alloc(graph->count, sizeof *out->nodes);
  out->count = walk(out->nodes, graph, from, outside, first_parent);
  reverse(out->nodes, out->count);
  connect(out, graph, outside, first_parent);
}

void range_dispose(commit_range *self)
{
  free(self->nodes);
  free(self->first);
  free(self->parents);
  *self = (commit_range){ 0 };
}

uint32_t range_parent_count(const commit_range *self, uint32_t place)
{
  return self->first[place + 1] - self->first[place];
}
