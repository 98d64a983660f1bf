/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Ancestry in a graph of commits.
 *
 * Commit dates depend on clocks, so only the graph decides which commit is
 * newest: one that is not an ancestor of another. Of several, the first in the
 * graph's order is used. That order has children before their parents, so each
 * question is one sweep.
 */
#include "blame/lineage.h"

#include "base/memory.h"

static void mark_parents(bool *marks, const commit_node *of)
{
  for (uint32_t i = 0; i < of->parent_count; i++)
    marks[of->parents[i]] = true;
}

uint32_t lineage_newest(const commit_graph *graph, const uint32_t *nodes,
                        size_t count, uint32_t top)
{
  bool *below = mem_alloc(graph->count + 1, sizeof *below);
  bool *older = mem_alloc(graph->count + 1, sizeof *older);
  uint32_t best = (uint32_t)graph->count;
  below[top] = true;
  for (size_t i = top; i < graph->count; i++)
    if (below[i])
      mark_parents(below, &graph->nodes[i]);
  for (size_t i = 0; i < count; i++)
    if (below[nodes[i]])
      mark_parents(older, &graph->nodes[nodes[i]]);
  for (size_t i = 0; i < graph->count; i++)
    if (older[i])
      mark_parents(older, &graph->nodes[i]);
  for (size_t i = 0; i < count; i++)
    if (below[nodes[i]] && !older[nodes[i]] && nodes[i] < best)
      best = nodes[i];
  free(below);
  free(older);
  return best;
}

/* First parents are in the graph's order, so the oldest one that reaches a
 * commit has the greatest index found for any of its children. */
uint32_t *lineage_landings(const commit_graph *graph)
{
  uint32_t *out = mem_alloc(graph->count + 1, sizeof *out);
  uint32_t at = 0;
  while (graph->count && graph->nodes[at].parent_count) {
    at = graph->nodes[at].parents[0];
    out[at] = at;
  }
  for (size_t i = 0; i < graph->count; i++)
    for (uint32_t j = 0; j < graph->nodes[i].parent_count; j++) {
      uint32_t parent = graph->nodes[i].parents[j];
      out[parent] = out[i] > out[parent] ? out[i] : out[parent];
    }
  return out;
}
