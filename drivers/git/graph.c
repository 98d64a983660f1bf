/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The commits between a bad one and good ones, and merge bases.
 *
 * Both come from one *painting*. From all ends at once, newest date first, each
 * commit passes on to its parents whether it is reachable from bad, from good,
 * or from a commit that both reach. It ends when every waiting commit is of the
 * last kind: the commits reachable from bad alone lie between, and those
 * reachable from both, but not from another common commit, are the merge bases.
 * No more of the history is read.
 *
 * Clocks may be wrong. The painting therefore continues for a few commits, as
 * in git, colours spread among all commits read, regardless of dates, and
 * several merge bases are compared by a walk that ignores dates. If a clock is
 * off by more, an extra commit lies between, which costs a probe with a certain
 * answer.
 *
 * libgit2's own walks and merge bases look for the parents that a shallow clone
 * lacks, and reject commits without a date.
 */
#include "base/hash.h"
#include "base/map.h"
#include "git/history_private.h"

/* Where a commit is reachable from. OLDER: from a commit that both reach. */
enum { OF_BAD = 1, OF_GOOD = 2, OLDER = 4 };
enum { COMMON = OF_BAD | OF_GOOD, SLOP = 5 /* as in git */ };

typedef struct seen_commit {
  object_id id;
  int64_t time;
  uint32_t *parents; /* numbers; NULL: not read yet */
  uint32_t parent_count;
  unsigned colours;
  bool waits; /* in the queue */
} seen_commit;

typedef struct walk {
  const history *history;
  bool first_parent;       /* follow only first parents from bad */
  ARRAY(seen_commit) seen; /* by number */
  map numbers;             /* by the hash of an id, whose 64 bits are assumed to
                              be unique in a history */
  ARRAY(uint32_t) queue;   /* the newest last, and of equals the first seen */
  size_t fresh;            /* how many of them are not OLDER */
} walk;

static void walk_dispose(walk *self)
{
  for (size_t i = 0; i < self->seen.size; i++)
    free(self->seen.data[i].parents);
  ARRAY_FREE(&self->seen);
  ARRAY_FREE(&self->queue);
  map_free(&self->numbers);
}

/* The number of a commit. */
static uint32_t number_of(walk *self, const object_id *id)
{
  uint64_t key = hash_bytes(id->bytes, sizeof id->bytes);
  uint32_t number = map_find(&self->numbers, key);
  if (number != MAP_NONE)
    return number;
  map_put(&self->numbers, key, (uint32_t)self->seen.size);
  ARRAY_PUSH(&self->seen, (seen_commit){ .id = *id });
  return (uint32_t)self->seen.size - 1;
}

/* Reads its time and parents, unless known. */
static rd_status read_commit(walk *self, uint32_t number, rd_error *err)
{
  commit_text text;
  if (self->seen.data[number].parents)
    return RD_OK;
  rd_status status =
      commit_text_read(&text, self->history, &self->seen.data[number].id, err);
  if (status)
    return status;
  uint32_t *parents = mem_alloc(text.parent_count + 1, sizeof *parents);
  for (uint32_t i = 0; i < text.parent_count; i++)
    parents[i] = number_of(self, &text.parents[i]);
  seen_commit *into = &self->seen.data[number];
  into->parents = parents;
  into->parent_count = text.parent_count;
  into->time = text.time;
  commit_text_dispose(&text);
  return RD_OK;
}

/* ---- the queue ---- */

static bool comes_before(const walk *self, uint32_t a, uint32_t b)
{
  int64_t one = self->seen.data[a].time, other = self->seen.data[b].time;
  return one > other || (one == other && a < b);
}

/* The queue is only as wide as the history has branches, so it is sorted. */
static void push(walk *self, uint32_t number)
{
  ARRAY_PUSH(&self->queue, number);
  uint32_t *queue = self->queue.data;
  size_t begin = 0, last = self->queue.size - 1, end = last;
  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;
    if (comes_before(self, queue[middle], number))
      end = middle;
    else
      begin = middle + 1;
  }
  memmove(queue + begin + 1, queue + begin, (last - begin) * sizeof *queue);
  queue[begin] = number;
}

static uint32_t pop(walk *self)
{
  return self->queue.data[--self->queue.size];
}

/* ---- painting ---- */

static uint32_t followed(const walk *self, const seen_commit *from)
{
  return self->first_parent && from->parent_count ? 1 : from->parent_count;
}

static rd_status paint(walk *self, uint32_t number, unsigned colours,
                       rd_error *err)
{
  if ((self->seen.data[number].colours & colours) == colours)
    return RD_OK;
  rd_status status = read_commit(self, number, err);
  if (status) /* objects beyond a good commit may be missing */
    return colours & OF_BAD ? status : RD_OK;
  seen_commit *it = &self->seen.data[number];
  self->fresh -= it->waits && !(it->colours & OLDER);
  it->colours |= colours;
  self->fresh += !(it->colours & OLDER);
  if (!it->waits)
    push(self, number);
  it->waits = true;
  return RD_OK;
}

static rd_status paint_parents(walk *self, uint32_t number, rd_error *err)
{
  seen_commit at = self->seen.data[number];
  unsigned colours = at.colours;
  rd_status status = RD_OK;
  if ((colours & COMMON) == COMMON)
    colours |= OLDER;
  uint32_t most = colours & OF_GOOD ? at.parent_count : followed(self, &at);
  for (uint32_t i = 0; !status && i < most; i++)
    status = paint(self, at.parents[i], colours, err);
  return status;
}

/* Spreads a colour to all ancestors of the commits that have it; with `read`,
 * also to those that no walk has reached. */
static rd_status spread(walk *self, unsigned colour, bool read, rd_error *err)
{
  ARRAY(uint32_t) open = { 0 };
  rd_status status = RD_OK;
  for (uint32_t i = 0; i < self->seen.size; i++)
    if (self->seen.data[i].colours & colour)
      ARRAY_PUSH(&open, i);
  while (!status && open.size) {
    uint32_t at = open.data[--open.size];
    status = read ? read_commit(self, at, err) : RD_OK;
    for (uint32_t i = 0; i < self->seen.data[at].parent_count; i++) {
      uint32_t parent = self->seen.data[at].parents[i];
      if (self->seen.data[parent].colours & colour)
        continue;
      self->seen.data[parent].colours |= colour;
      ARRAY_PUSH(&open, parent);
    }
  }
  ARRAY_FREE(&open);
  return status;
}

/* Paints until each waiting commit is OLDER and dated before the last one read
 * that is not good, and a few more. */
static rd_status paint_all(walk *self, const object_id *bad,
                           const object_id *good, size_t good_count,
                           rd_error *err)
{
  rd_status status = paint(self, number_of(self, bad), OF_BAD, err);
  for (size_t i = 0; !status && i < good_count; i++) {
    uint32_t number = number_of(self, &good[i]);
    status = read_commit(self, number, err);
    if (!status)
      status = paint(self, number, OF_GOOD, err);
  }
  int64_t last = INT64_MAX;
  for (int slop = SLOP; !status && self->queue.size && slop;) {
    uint32_t number = pop(self);
    seen_commit *at = &self->seen.data[number];
    at->waits = false;
    self->fresh -= !(at->colours & OLDER);
    if (!(at->colours & OF_GOOD))
      last = at->time;
    status = paint_parents(self, number, err);
    bool open =
        self->fresh ||
        (self->queue.size &&
         self->seen.data[self->queue.data[self->queue.size - 1]].time >= last);
    slop = open ? SLOP : slop - 1;
  }
  return status;
}

/* ---- what lies between ---- */

static bool lies_between(const seen_commit *it)
{
  return it->parents && (it->colours & COMMON) == OF_BAD;
}

/* Orders children first, always choosing the newest commit whose children are
 * done. Reuses the queue. Returns the count; *order_out is the caller's. */
static size_t sort_between(uint32_t **order_out, walk *self)
{
  size_t count = 0, all = self->seen.size;
  uint32_t *children = mem_alloc(all + 1, sizeof *children);
  uint32_t *order = mem_alloc(all + 1, sizeof *order);
  for (size_t i = 0; i < all; i++)
    for (uint32_t j = 0; lies_between(&self->seen.data[i]) &&
                         j < followed(self, &self->seen.data[i]);
         j++)
      children[self->seen.data[i].parents[j]]++;
  self->queue.size = 0;
  if (lies_between(&self->seen.data[0])) /* the bad one */
    push(self, 0);
  while (self->queue.size) {
    const seen_commit *at = &self->seen.data[order[count++] = pop(self)];
    for (uint32_t i = 0; i < followed(self, at); i++)
      if (!--children[at->parents[i]] &&
          lies_between(&self->seen.data[at->parents[i]]))
        push(self, at->parents[i]);
  }
  free(children);
  *order_out = order;
  return count;
}

static void make_graph(commit_graph *out, walk *self)
{
  uint32_t *order;
  size_t count = sort_between(&order, self);
  uint32_t *places = mem_alloc(self->seen.size + 1, sizeof *places);
  for (size_t i = 0; i < count; i++)
    places[order[i]] = (uint32_t)i + 1;
  *out = (commit_graph){ mem_alloc(count + 1, sizeof *out->nodes), count };
  for (size_t i = 0; i < count; i++) {
    const seen_commit *from = &self->seen.data[order[i]];
    commit_node *node = &out->nodes[i];
    node->id = from->id;
    for (uint32_t j = 0; j < followed(self, from); j++)
      if (places[from->parents[j]])
        LIST_PUSH(node->parents, node->parent_count,
                  places[from->parents[j]] - 1);
  }
  free(places);
  free(order);
}

rd_status history_between(commit_graph *out, const history *self,
                          const object_id *bad, const object_id *good,
                          size_t good_count, bool first_parent, rd_error *err)
{
  walk state = { .history = self, .first_parent = first_parent };
  rd_status status = paint_all(&state, bad, good, good_count, err);
  if (!status)
    status = spread(&state, OF_GOOD, false, err);
  if (!status)
    make_graph(out, &state);
  walk_dispose(&state);
  return status;
}

void commit_graph_dispose(commit_graph *self)
{
  for (size_t i = 0; i < self->count; i++)
    free(self->nodes[i].parents);
  free(self->nodes);
  *self = (commit_graph){ 0 };
}

uint32_t commit_graph_find(const commit_graph *self, const object_id *id)
{
  uint32_t at = 0;
  while (at < self->count && !object_id_equals(&self->nodes[at].id, id))
    at++;
  return at;
}

/* ---- merge bases ---- */

/* Moves the commits that are not OLDER to the front. */
static size_t keep_newest(const walk *self, uint32_t *numbers, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (!(self->seen.data[numbers[i]].colours & OLDER))
      numbers[kept++] = numbers[i];
  return kept;
}

/* Keeps only those that are not ancestors of another. */
static rd_status drop_older(walk *self, uint32_t *numbers, size_t *count,
                            rd_error *err)
{
  for (size_t i = 0; i < self->seen.size; i++)
    self->seen.data[i].colours = 0;
  for (size_t i = 0; i < *count; i++) {
    const seen_commit *at = &self->seen.data[numbers[i]];
    for (uint32_t j = 0; j < at->parent_count; j++)
      self->seen.data[at->parents[j]].colours = OLDER;
  }
  rd_status status = spread(self, OLDER, true, err);
  *count = keep_newest(self, numbers, *count);
  return status;
}

rd_status history_merge_bases(object_id **out, size_t *count_out,
                              const history *self, const object_id *a,
                              const object_id *b, rd_error *err)
{
  walk state = { .history = self };
  uint32_t *found = NULL;
  size_t count = 0;
  rd_status status = paint_all(&state, a, b, 1, err);
  for (uint32_t i = 0; !status && i < state.seen.size; i++)
    if ((state.seen.data[i].colours & COMMON) == COMMON)
      LIST_PUSH(found, count, i);
  count = keep_newest(&state, found, count);
  if (!status && count > 1)
    status = drop_older(&state, found, &count, err);
  if (!status) {
    *out = mem_alloc(count + 1, sizeof **out);
    *count_out = count;
    for (size_t i = 0; i < count; i++)
      (*out)[i] = state.seen.data[found[i]].id;
  }
  free(found);
  walk_dispose(&state);
  return status;
}
