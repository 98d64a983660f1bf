/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which commit of a graph is made from which.
 *
 * Dates of commits are what clocks said, so "newest" is told by the graph alone:
 * the newest of some commits is one that no other of them is made from. There may
 * be several; the order of the graph, which is that of git-rev-list, decides.
 * Histories are long, so nothing recurses, and each walk sees a node once.
 */
#include "blame/lineage.h"

#include <stdlib.h>

#include "base/text.h"

uint32_t lineage_node(const commit_graph *graph, const object_id *id)
{
  uint32_t at = 0;
  while (at < graph->count && !object_id_equals(&graph->nodes[at].id, id))
    at++;
  return at;
}

/* A walk that gives each node that it reaches first a mark, which is not 0. */
typedef struct walk {
  const commit_graph *graph;
  uint32_t *marks;
  uint32_t *waiting; /* marked, and their parents not looked at */
  size_t depth;
} walk;

static walk walk_new(const commit_graph *graph)
{
  return (walk){ .graph = graph,
                 .marks = mem_alloc(graph->count + 1, sizeof(uint32_t)),
                 .waiting = mem_alloc(graph->count + 1, sizeof(uint32_t)) };
}

static void reach(walk *self, uint32_t node, uint32_t mark)
{
  if (self->marks[node])
    return;
  self->marks[node] = mark;
  self->waiting[self->depth++] = node;
}

static void go_on(walk *self, uint32_t mark)
{
  while (self->depth) {
    const commit_node *at = &self->graph->nodes[self->waiting[--self->depth]];
    for (uint32_t i = 0; i < at->parent_count; i++)
      reach(self, at->parents[i], mark);
  }
}

/* The marks; the caller's. */
static uint32_t *walk_end(walk *self)
{
  free(self->waiting);
  return self->marks;
}

uint32_t lineage_newest(const commit_graph *graph, const uint32_t *nodes,
                        size_t count, uint32_t top)
{
  walk below = walk_new(graph), older = walk_new(graph);
  uint32_t best = (uint32_t)graph->count;
  reach(&below, top, 1);
  go_on(&below, 1);
  for (size_t i = 0; i < count; i++) {
    const commit_node *at = &graph->nodes[nodes[i]];
    for (uint32_t j = 0; below.marks[nodes[i]] && j < at->parent_count; j++)
      reach(&older, at->parents[j], 1);
    go_on(&older, 1);
  }
  for (size_t i = 0; i < count; i++)
    if (below.marks[nodes[i]] && !older.marks[nodes[i]] && nodes[i] < best)
      best = nodes[i];
  free(walk_end(&below));
  free(walk_end(&older));
  return best;
}

uint32_t *lineage_landings(const commit_graph *graph)
{
  walk self = walk_new(graph);
  uint32_t *branch = mem_alloc(graph->count + 1, sizeof *branch);
  size_t length = graph->count ? 1 : 0; /* branch[0] is node 0 */
  while (length && graph->nodes[branch[length - 1]].parent_count) {
    branch[length] = graph->nodes[branch[length - 1]].parents[0];
    length++;
  }
  for (size_t i = length; i-- > 0;) { /* the oldest first */
    reach(&self, branch[i], branch[i] + 1);
    go_on(&self, branch[i] + 1);
  }
  free(branch);
  uint32_t *out = walk_end(&self);
  for (size_t i = 0; i < graph->count; i++)
    out[i]--;
  return out;
}
