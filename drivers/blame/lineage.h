/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ancestry in a graph of commits. */
#ifndef BLAME_LINEAGE_H
#define BLAME_LINEAGE_H

#include "git/history.h"

/* The newest of these nodes that are ancestors of `top` or `top` itself: one
 * that is not an ancestor of another, the first in the graph's order; the
 * graph's count: there is none. Cost: O(graph). */
uint32_t lineage_newest(const commit_graph *graph, const uint32_t *nodes,
                        size_t count, uint32_t top);
/* For each node, the commit with which it came to the branch: the oldest one on
 * the first-parent line of node 0 that is the node or its descendant. Owner:
 * the caller. Cost: O(graph). */
uint32_t *lineage_landings(const commit_graph *graph);

#endif
