/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of a graph in which the first bad commit must be, and what each
 * commit weighs in it. */
#ifndef BISECT_RANGE_H
#define BISECT_RANGE_H

#include "git/history.h"

/* Commits have places: 0 is the oldest, the last is the bad one. The order is
 * git-rev-list's, backwards; where clocks were wrong, a commit may stand before
 * its parent. */
typedef struct commit_range {
  size_t count;
  uint32_t *nodes;   /* of the graph, for each place */
  uint32_t *first;   /* count + 1 of them: where the parents of a place begin */
  uint32_t *parents; /* places; parents in the range only, in their order */
} commit_range;

/* All that is reached from a node, without what is `outside` (a flag for each
 * node, true for all that such a node is made from). Owner: *out is released with
 * range_dispose. Cost: O(n log n). */
void range_make(commit_range *out, const commit_graph *graph, uint32_t from,
                const bool *outside, bool first_parent);
void range_dispose(commit_range *self);

uint32_t range_parent_count(const commit_range *self, uint32_t place);

/* How many commits of the range each reaches, itself included. Owner: the
 * caller's. Cost: O(n), and O(s * s / 64) if there are merges, s being the number
 * of lines between forks and merges. */
uint32_t *range_weights(const commit_range *self);

#endif
