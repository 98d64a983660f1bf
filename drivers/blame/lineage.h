/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which commit of a graph is made from which. */
#ifndef BLAME_LINEAGE_H
#define BLAME_LINEAGE_H

#include "git/history.h"

/* The node of a commit, or the count if it is none. */
uint32_t lineage_node(const commit_graph *graph, const object_id *id);
/* Of these nodes, of those that `top` is made from (itself among them), one that
 * none of the others is made from, the first in the graph's order; the graph's
 * count: there is none. Cost: O(graph). */
uint32_t lineage_newest(const commit_graph *graph, const uint32_t *nodes,
                        size_t count, uint32_t top);
/* For each node the oldest first parent of node 0 that is it or made from it:
 * with which it came to the branch. Owner: the caller. Cost: O(graph). */
uint32_t *lineage_landings(const commit_graph *graph);

#endif
