/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search asks what `git bisect` (2.39) asks, so that its log can be replayed
 * there, and so that nobody who knows git has to learn another tool's habits.
 *
 * What is left is a range: what the bad commit reaches and no good one does. If
 * a commit of weight w, of n, is bad, w are left, else n - w. The *gain* of asking
 * is the lesser of both. git does not look for the greatest gain right away:
 *
 * - As long as nothing was skipped, it takes the first commit with a gain of about
 *   a half that it comes across while it works out the weights. It does so for
 *   merges first, oldest first, then along lines: in *sweeps* over the range,
 *   oldest first, each finding the commits whose parent has a weight by then. One
 *   sweep does, unless a commit stands before its parent. If there is none, it is
 *   the oldest with the greatest gain. A commit with no parent in the range is
 *   never come across, since its weight of one is known from the start.
 * - Once something was skipped, all are sorted by gain, and those of one gain by
 *   id. If the first can be tested it is taken. Else it likely has neighbours that
 *   cannot be tested either, so of those that can one further down is taken:
 *   how far is a number that looks random, but only depends on how many they are.
 *   It is never the bad one, unless that is all there is.
 *
 * What nobody can test, since there is no compiler of it, git knows nothing of. It
 * is left out from the start, and the greatest gain is taken of those that are
 * there.
 *
 * We know all weights before we choose. To tell what git comes across first, we
 * compute in which sweep each is found: one without merges behind it in the same
 * as its parent, or in the next if it stands before it.
 */
#include "bisect/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bisect/range.h"

struct search {
  const commit_graph *graph;
  bool first_parent;
  bisect_answer *answers; /* of each node */
  bool *good;             /* reached from a good one */
  uint32_t bad;           /* the last */
  bool skips;             /* there were some */
  bool *absent;           /* left out; NULL: none */
  bool ready;             /* `state` and `next` hold */
  search_state state;
  uint32_t next;
};

search *search_new(const commit_graph *graph, bool first_parent)
{
  assert(graph->count && graph->count < UINT32_MAX);
  search *self = mem_alloc(1, sizeof *self);
  self->graph = graph;
  self->first_parent = first_parent;
  self->answers = mem_alloc(graph->count, sizeof *self->answers);
  self->good = mem_alloc(graph->count, sizeof *self->good);
  self->answers[0] = BISECT_BAD;
  return self;
}

void search_free(search *self)
{
  if (!self)
    return;
  free(self->answers);
  free(self->good);
  free(self->absent);
  free(self);
}

static search *copy(const search *self)
{
  search *other = mem_alloc(1, sizeof *other);
  *other = *self;
  size_t count = self->graph->count;
  other->answers = mem_alloc(count, sizeof *other->answers);
  memcpy(other->answers, self->answers, count * sizeof *other->answers);
  other->good = mem_alloc(count, sizeof *other->good);
  memcpy(other->good, self->good, count * sizeof *other->good);
  if (self->absent) {
    other->absent = mem_alloc(count, sizeof *other->absent);
    memcpy(other->absent, self->absent, count * sizeof *other->absent);
  }
  return other;
}

void search_leave_out(search *self, uint32_t node)
{
  if (!self->absent)
    self->absent = mem_alloc(self->graph->count, sizeof *self->absent);
  self->absent[node] = true;
  self->ready = false;
}

static bool is_absent(const search *self, uint32_t node)
{
  return self->absent && self->absent[node];
}

/* ---- answers ---- */

/* Marks what a node reaches as good, unless a bad one is among it. */
static bool mark_good(search *self, uint32_t from)
{
  if (self->good[from])
    return true;
  uint32_t *found = mem_alloc(self->graph->count, sizeof *found);
  size_t count = 0;
  bool fits = true;
  self->good[from] = true;
  found[count++] = from;
  for (size_t i = 0; i < count && fits; i++) {
    const commit_node *node = &self->graph->nodes[found[i]];
    fits = self->answers[found[i]] != BISECT_BAD;
    for (uint32_t j = 0; j < node->parent_count; j++) {
      if (self->good[node->parents[j]])
        continue;
      self->good[node->parents[j]] = true;
      found[count++] = node->parents[j];
    }
  }
  for (size_t i = 0; i < count && !fits; i++)
    self->good[found[i]] = false;
  free(found);
  return fits;
}

/* Is it reached from the other? */
static bool reaches(const search *self, uint32_t from, uint32_t node)
{
  bool found = false;
  commit_range range;
  range_make(&range, self->graph, from, self->good, self->first_parent);
  for (size_t i = 0; i < range.count && !found; i++)
    found = range.nodes[i] == node;
  range_dispose(&range);
  return found;
}

static bool mark_bad(search *self, uint32_t node)
{
  if (self->good[node])
    return false;
  if (!reaches(self, node, self->bad))
    self->bad = node;
  return true;
}

static bool is_told(bisect_answer answer)
{
  return answer == BISECT_GOOD || answer == BISECT_BAD;
}

bool search_answer(search *self, uint32_t node, bisect_answer what)
{
  assert(node < self->graph->count && what != BISECT_UNKNOWN);
  bool fits = what == BISECT_GOOD  ? mark_good(self, node)
              : what == BISECT_BAD ? mark_bad(self, node)
                                   : !is_told(self->answers[node]);
  if (!fits)
    return false;
  self->answers[node] = what;
  self->skips |= what == BISECT_SKIP;
  self->ready = false;
  return true;
}

bisect_answer search_answer_of(const search *self, uint32_t node)
{
  return self->answers[node];
}

/* ---- nothing was skipped ---- */

static uint32_t gain(uint32_t weight, size_t all)
{
  uint32_t rest = (uint32_t)all - weight;
  return weight < rest ? weight : rest;
}

/* Exactly is not asked for: one off, or for many a thousandth. */
static bool is_half(uint32_t weight, size_t all)
{
  int64_t off = 2 * (int64_t)weight - (int64_t)all;
  off = off < 0 ? -off : off;
  return off <= 1 || off < (int64_t)(all / 1024);
}

static bool first_half_merge(size_t *out, const commit_range *range,
                             const uint32_t *weights)
{
  for (size_t i = 0; i < range->count; i++) {
    if (range_parent_count(range, (uint32_t)i) < 2 ||
        !is_half(weights[i], range->count))
      continue;
    *out = i;
    return true;
  }
  return false;
}

/* The sweep in which each is found; 0: it is no part of one. `line` has room for
 * a place each. */
static void find_sweeps(uint32_t *sweeps, uint32_t *line,
                        const commit_range *range)
{
  for (size_t i = 0; i < range->count; i++) {
    /* Down to where it is known, and back. */
    size_t count = 0;
    uint32_t at = (uint32_t)i;
    while (!sweeps[at] && range_parent_count(range, at) == 1) {
      line[count++] = at;
      at = range->parents[range->first[at]];
    }
    while (count) {
      uint32_t child = line[--count];
      sweeps[child] = !sweeps[at] || at > child ? sweeps[at] + 1 : sweeps[at];
      at = child;
    }
  }
}

static bool first_half_in_sweeps(size_t *out, const commit_range *range,
                                 const uint32_t *weights)
{
  uint32_t *sweeps = mem_alloc(range->count, sizeof *sweeps);
  uint32_t *line = mem_alloc(range->count, sizeof *line);
  uint32_t earliest = UINT32_MAX;
  find_sweeps(sweeps, line, range);
  for (size_t i = 0; i < range->count; i++) {
    if (!sweeps[i] || sweeps[i] >= earliest ||
        !is_half(weights[i], range->count))
      continue;
    earliest = sweeps[i];
    *out = i;
  }
  free(sweeps);
  free(line);
  return earliest < UINT32_MAX;
}

static size_t greatest_gain(const commit_range *range, const uint32_t *weights)
{
  size_t best = 0;
  for (size_t i = 1; i < range->count; i++)
    if (gain(weights[i], range->count) > gain(weights[best], range->count))
      best = i;
  return best;
}

/* The oldest with the greatest gain that is not left out; the bad one if there is
 * no other. */
static size_t greatest_gain_there(const search *self, const commit_range *range,
                                  const uint32_t *weights)
{
  size_t best = range->count - 1;
  for (size_t i = 0; i + 1 < range->count; i++) {
    uint32_t more = gain(weights[i], range->count);
    uint32_t most = gain(weights[best], range->count);
    if (!is_absent(self, range->nodes[i]) &&
        (more > most || (more == most && i < best)))
      best = i;
  }
  return best;
}

static size_t choose(const search *self, const commit_range *range,
                     const uint32_t *weights)
{
  size_t place;
  if (self->absent)
    return greatest_gain_there(self, range, weights);
  if (first_half_merge(&place, range, weights) ||
      first_half_in_sweeps(&place, range, weights))
    return place;
  return greatest_gain(range, weights);
}

/* ---- something was skipped ---- */

typedef struct choice {
  uint32_t gain;
  uint32_t node;
  const object_id *id;
} choice;

static int compare_choices(const void *left, const void *right)
{
  const choice *a = left, *b = right;
  if (a->gain != b->gain)
    return a->gain > b->gain ? -1 : 1;
  return memcmp(a->id->bytes, b->id->bytes, sizeof a->id->bytes);
}

static uint32_t square_root(uint32_t number)
{
  uint32_t root = 0;
  while ((root + 1) * (root + 1) <= number)
    root++;
  return root;
}

/* How far down the next is, of so many: rather near than far. `random` is below
 * `limit`. The arithmetic of 32 bits is meant, overflow and all. */
static uint32_t distance_away(uint32_t count)
{
  const uint32_t limit = 32768;
  uint32_t random = (count * 1103515245U + 12345U) / 65536U % limit;
  return count * random / limit * square_root(random) / square_root(limit);
}

/* All that may be asked, best first, and whether the best of all was skipped. */
static size_t sort_choices(choice *out, bool *best_skipped, const search *self,
                           const commit_range *range, const uint32_t *weights)
{
  size_t count = 0;
  choice best = { 0 };
  for (size_t i = 0; i < range->count; i++) {
    uint32_t node = range->nodes[i];
    choice it = { gain(weights[i], range->count), node,
                  &self->graph->nodes[node].id };
    if (is_absent(self, node))
      continue;
    if (!best.id || compare_choices(&it, &best) < 0)
      best = it;
    if (self->answers[node] != BISECT_SKIP)
      out[count++] = it;
  }
  *best_skipped = self->answers[best.node] == BISECT_SKIP;
  qsort(out, count, sizeof *out, compare_choices);
  return count;
}

/* A node. */
static uint32_t choose_away(const search *self, const commit_range *range,
                            const uint32_t *weights)
{
  choice *choices = mem_alloc(range->count, sizeof *choices);
  bool best_skipped;
  size_t count = sort_choices(choices, &best_skipped, self, range, weights);
  size_t at = best_skipped ? distance_away((uint32_t)count) : 0;
  if (at >= count)
    at = 0;
  if (at && choices[at].node == self->bad)
    at--;
  uint32_t node = choices[at].node;
  free(choices);
  return node;
}

/* ---- the next ---- */

static void make_range(commit_range *out, const search *self)
{
  range_make(out, self->graph, self->bad, self->good, self->first_parent);
}

search_state search_next(uint32_t *node_out, search *self)
{
  if (!self->ready) {
    commit_range range;
    make_range(&range, self);
    uint32_t *weights = range_weights(&range);
    self->next = self->skips ? choose_away(self, &range, weights)
                             : range.nodes[choose(self, &range, weights)];
    self->state = self->next != self->bad ? SEARCH_ASK
                  : range.count == 1      ? SEARCH_FOUND
                                          : SEARCH_SUSPECTS;
    self->ready = true;
    free(weights);
    range_dispose(&range);
  }
  *node_out = self->next;
  return self->state;
}

search_state search_after(uint32_t *node_out, const search *self,
                          bisect_answer what)
{
  search *other = copy(self);
  if (search_next(node_out, other) == SEARCH_ASK)
    (void)search_answer(other, *node_out, what);
  search_state state = search_next(node_out, other);
  search_free(other);
  return state;
}

static int compare_nodes(const void *left, const void *right)
{
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return a < b ? -1 : a > b;
}

void search_suspects(uint32_t **out, size_t *count_out, const search *self)
{
  commit_range range;
  make_range(&range, self);
  qsort(range.nodes, range.count, sizeof *range.nodes, compare_nodes);
  *out = range.nodes;
  *count_out = range.count;
  range.nodes = NULL;
  range_dispose(&range);
}

/* Of so many, how often git expects to halve them before two are left. */
static unsigned halvings(size_t count)
{
  unsigned steps = 0;
  while (count >> (steps + 1))
    steps++;
  size_t power = (size_t)1 << steps;
  if (count < 3)
    return 0;
  return power < 3 * (count - power) ? steps : steps - 1;
}

void search_left(size_t *commits_out, unsigned *steps_out, search *self)
{
  uint32_t node;
  bool ask = search_next(&node, self) == SEARCH_ASK;
  commit_range range;
  make_range(&range, self);
  size_t count = 0;
  for (size_t i = 0; i < range.count; i++)
    count += self->answers[range.nodes[i]] == BISECT_UNKNOWN &&
             !is_absent(self, range.nodes[i]);
  *commits_out = count;
  *steps_out = ask ? halvings(range.count) + 1 : 0;
  range_dispose(&range);
}
