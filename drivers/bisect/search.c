/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search for the first bad commit.
 *
 * The remaining commits form a *range*: the bad commit and those of its
 * ancestors that are not ancestors of a good one. The *weight* of a commit is
 * the number of commits of the range that it reaches. If a commit of weight w,
 * out of n, is bad, w are left, else n - w; its *gain* is the smaller of both.
 * The commit with the greatest gain is chosen, the oldest of equals.
 *
 * Commits that do not build come in stretches, so once the best commit was
 * skipped, the search moves away from it: commits are ranked by gain, from 0,
 * and after k skips the one at rank 2^(k - 1) is chosen, or beyond the last
 * rank any, by a fixed rule. It leaves a stretch after a number of probes that
 * is logarithmic in its length, and loses little gain if a single commit is
 * broken. A commit without a compiler says nothing about its neighbours and is
 * simply passed over.
 *
 * The graph lists children before their ancestors, so reachability is one sweep
 * without a stack. A commit with one parent weighs one more than the parent.
 * The commits that the parents of a merge reach overlap, so they are counted as
 * a set, 64 commits at a time.
 */
#include "bisect/search.h"

#include <assert.h>

typedef struct node_state {
  bisect_answer answer;
  bool good;   /* good or an ancestor of a good one */
  bool absent; /* excluded */
} node_state;

struct search {
  const commit_graph *graph;
  node_state *nodes;
  uint32_t bad; /* the last one */
  bool ready;   /* `state` and `next` are valid */
  search_state state;
  uint32_t next;
};

search *search_new(const commit_graph *graph)
{
  assert(graph->count && graph->count < UINT32_MAX);
  search *self = mem_alloc(1, sizeof *self);
  self->graph = graph;
  self->nodes = mem_alloc(graph->count, sizeof *self->nodes);
  self->nodes[0].answer = BISECT_BAD;
  return self;
}

void search_free(search *self)
{
  if (!self)
    return;
  free(self->nodes);
  free(self);
}

void search_leave_out(search *self, uint32_t node)
{
  self->nodes[node].absent = true;
  self->ready = false;
}

/* ---- answers ---- */

/* Marks the node and its ancestors, one flag for each node; caller's. */
static bool *reach(const search *self, uint32_t from)
{
  const commit_graph *graph = self->graph;
  bool *reached = mem_alloc(graph->count, sizeof *reached);
  reached[from] = true;
  for (size_t i = from; i < graph->count; i++)
    for (uint32_t j = 0; reached[i] && j < graph->nodes[i].parent_count; j++)
      reached[graph->nodes[i].parents[j]] = true;
  return reached;
}

static bool mark_good(search *self, uint32_t node)
{
  bool *reached = reach(self, node), fits = true;
  for (size_t i = node; i < self->graph->count; i++)
    fits &= !(reached[i] && self->nodes[i].answer == BISECT_BAD);
  for (size_t i = node; fits && i < self->graph->count; i++)
    self->nodes[i].good |= reached[i];
  free(reached);
  return fits;
}

static bool mark_bad(search *self, uint32_t node)
{
  if (self->nodes[node].good)
    return false;
  bool *reached = reach(self, node);
  if (!reached[self->bad])
    self->bad = node;
  free(reached);
  return true;
}

bool search_answer(search *self, uint32_t node, bisect_answer what)
{
  assert(node < self->graph->count && what != BISECT_UNKNOWN);
  bisect_answer before = self->nodes[node].answer;
  bool fits = what == BISECT_GOOD ? mark_good(self, node)
              : what == BISECT_BAD
                  ? mark_bad(self, node)
                  : before != BISECT_GOOD && before != BISECT_BAD;
  if (!fits)
    return false;
  self->nodes[node].answer = what;
  self->ready = false;
  return true;
}

/* ---- weights ---- */

void search_suspects(uint32_t **out, size_t *count_out, const search *self)
{
  bool *reached = reach(self, self->bad);
  *out = mem_alloc(self->graph->count, sizeof **out);
  *count_out = 0;
  for (uint32_t i = self->bad; i < self->graph->count; i++)
    if (reached[i] && !self->nodes[i].good)
      (*out)[(*count_out)++] = i;
  free(reached);
}

/* How many parents are in the range; *last_out is one of them. */
static uint32_t inner_parents(uint32_t *last_out, const search *self,
                              uint32_t node)
{
  const commit_node *at = &self->graph->nodes[node];
  uint32_t count = 0;
  for (uint32_t i = 0; i < at->parent_count; i++)
    if (!self->nodes[at->parents[i]].good) {
      *last_out = at->parents[i];
      count++;
    }
  return count;
}

/* Adds to the weight of each merge the number of commits, out of 64, that it
 * reaches. The range is `nodes`; those at indices `end` - 64 up to `end` are
 * counted; `sets` has one entry for each node. */
static void count_sets(uint32_t *weights, uint64_t *sets, const search *self,
                       const uint32_t *nodes, size_t end)
{
  for (size_t i = end; i-- > 0;) {
    const commit_node *at = &self->graph->nodes[nodes[i]];
    uint32_t parent, inner = inner_parents(&parent, self, nodes[i]);
    uint64_t set = end - i <= 64 ? UINT64_C(1) << (end - i - 1) : 0;
    for (uint32_t j = 0; j < at->parent_count; j++)
      set |= sets[at->parents[j]];
    sets[nodes[i]] = set;
    if (inner > 1)
      weights[nodes[i]] += (uint32_t)__builtin_popcountll(set);
  }
  for (size_t i = 0; i < end; i++)
    sets[nodes[i]] = 0;
}

/* By node; the caller's. */
static uint32_t *weigh(const search *self, const uint32_t *nodes, size_t count)
{
  size_t all = self->graph->count;
  uint32_t *weights = mem_alloc(all, sizeof *weights), parent = 0;
  bool merges = false;
  for (size_t i = 0; i < count && !merges; i++)
    merges = inner_parents(&parent, self, nodes[i]) > 1;
  if (merges) {
    uint64_t *sets = mem_alloc(all, sizeof *sets);
    for (size_t end = count; end; end -= end < 64 ? end : 64)
      count_sets(weights, sets, self, nodes, end);
    free(sets);
  }
  for (size_t i = count; i-- > 0;) {
    uint32_t inner = inner_parents(&parent, self, nodes[i]);
    if (inner < 2)
      weights[nodes[i]] = inner ? weights[parent] + 1 : 1;
  }
  return weights;
}

/* ---- the next ---- */

/* A candidate. */
typedef struct choice {
  uint32_t gain, node;
} choice;

/* Greatest gain first, then the oldest. */
static int compare_choices(const void *left, const void *right)
{
  const choice *a = left, *b = right;
  if (a->gain != b->gain)
    return a->gain > b->gain ? -1 : 1;
  return (a->node < b->node) - (a->node > b->node);
}

/* The rank to choose after `skips` skips, out of `count` commits. */
static size_t rank_away(size_t skips, size_t count)
{
  size_t rank = skips < 32 ? (size_t)1 << (skips - 1) : count;
  return rank < count ? rank : skips * 2654435761U % count;
}

/* The node to test next; the bad one if there is none. */
static uint32_t choose(const search *self, const uint32_t *nodes, size_t count)
{
  uint32_t *weights = weigh(self, nodes, count);
  choice *open = mem_alloc(count, sizeof *open), skipped = { 0, self->bad };
  size_t open_count = 0, skips = 0;
  for (size_t i = 0; i < count; i++) {
    const node_state *at = &self->nodes[nodes[i]];
    uint32_t weight = weights[nodes[i]], rest = (uint32_t)count - weight;
    choice it = { weight < rest ? weight : rest, nodes[i] };
    if (nodes[i] == self->bad || at->absent)
      continue;
    if (at->answer != BISECT_SKIP)
      open[open_count++] = it;
    else if (!skips++ || compare_choices(&it, &skipped) < 0)
      skipped = it;
  }
  free(weights);
  uint32_t out = self->bad;
  if (open_count) {
    qsort(open, open_count, sizeof *open, compare_choices);
    bool best_skipped = skips && compare_choices(&skipped, open) < 0;
    out = open[best_skipped ? rank_away(skips, open_count) : 0].node;
  }
  free(open);
  return out;
}

search_state search_next(uint32_t *node_out, search *self)
{
  if (!self->ready) {
    uint32_t *nodes;
    size_t count;
    search_suspects(&nodes, &count, self);
    self->next = choose(self, nodes, count);
    self->state = self->next != self->bad ? SEARCH_ASK
                  : count == 1            ? SEARCH_FOUND
                                          : SEARCH_SUSPECTS;
    self->ready = true;
    free(nodes);
  }
  *node_out = self->next;
  return self->state;
}

search_state search_after(uint32_t *node_out, const search *self,
                          bisect_answer what)
{
  search other = *self;
  size_t count = self->graph->count;
  other.nodes = mem_alloc(count, sizeof *other.nodes);
  memcpy(other.nodes, self->nodes, count * sizeof *other.nodes);
  if (search_next(node_out, &other) == SEARCH_ASK)
    (void)search_answer(&other, *node_out, what);
  search_state state = search_next(node_out, &other);
  free(other.nodes);
  return state;
}

void search_left(size_t *commits_out, unsigned *steps_out, search *self)
{
  uint32_t node, *nodes;
  size_t count;
  bool ask = search_next(&node, self) == SEARCH_ASK;
  search_suspects(&nodes, &count, self);
  *commits_out = 0;
  *steps_out = 0;
  for (size_t i = 0; i < count; i++)
    *commits_out += self->nodes[nodes[i]].answer == BISECT_UNKNOWN &&
                    !self->nodes[nodes[i]].absent;
  for (size_t left = count; ask && left > 1; left = (left + 1) / 2)
    ++*steps_out;
  free(nodes);
}

/* ---- steps of a reduction ---- */

/* Both ends are known, or tested first. Whatever the steps in between do, some
 * good step is followed by a bad one. */
rd_status steps_last_good(size_t *out, bool *found_out, size_t count,
                          steps_ask ask, void *payload, rd_error *err)
{
  size_t good = 0, bad = count - 1;
  *found_out = false;
  if (count < 2)
    return RD_OK;
  rd_status status = ask(found_out, payload, good, err);
  while (!status && *found_out && bad - good > 1) {
    size_t middle = good + (bad - good) / 2;
    bool is_good = false;
    status = ask(&is_good, payload, middle, err);
    if (is_good)
      good = middle;
    else
      bad = middle;
  }
  *out = good;
  return status;
}
