/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The commits between a bad one and good ones, and merge bases.
 *
 * history_between gives what `git rev-list BAD ^GOOD...` gives, which is what
 * `git bisect` searches, in the same order, since that order decides which of
 * several equal commits is asked for. So this is git's own way to walk
 * (limit_list of revision.c): by date, newest first, from all ends at once; a
 * commit that is reached from a good one is out, and so is all that is known of
 * what is behind it. It is over when only such commits wait and none of them is
 * newer than the last that was taken, plus a few more (SLOP) against clocks that
 * are wrong. With dates that lie by more than that, git takes in commits that a
 * good one is made from. So do we: they cost a question that has a sure answer.
 * libgit2's git_revwalk has the same walk with sorted lists, which is slow where
 * many branches run side by side, and it cannot follow first parents from one
 * end only.
 *
 * Merge bases are painted as in git's commit-reach.c, and where there are several
 * those that others are made from are removed by a walk that looks at no dates.
 */
#include "git/walk.h"

#include <stdlib.h>
#include <string.h>

enum { SLOP = 5 };

/* Flags of history_between. */
enum { SEEN = 1, OUT = 2 };

typedef struct between {
  walk walk;
  bool first_parent;
  size_t waiting;  /* commits in the queue that are not out */
  uint32_t *taken; /* in order */
  size_t taken_count, taken_room;
  uint32_t *pending; /* whose parents are to be put out */
  size_t pending_count, pending_room;
} between;

static void append(uint32_t **list, size_t *count, size_t *room, uint32_t what)
{
  if (*count == *room) {
    *room = *room ? 2 * *room : 256;
    *list = mem_resize(*list, *room, sizeof **list);
  }
  (*list)[(*count)++] = what;
}

static void put_out(between *self, uint32_t commit)
{
  walk_commit *it = &self->walk.commits[commit];
  if (!(it->flags & OUT))
    self->waiting -= it->queued;
  it->flags |= OUT;
}

/* Puts out all that is known to be behind a commit. */
static void put_out_parents(between *self, uint32_t commit)
{
  bool first = true;
  append(&self->pending, &self->pending_count, &self->pending_room, commit);
  while (self->pending_count) {
    uint32_t at = self->pending[--self->pending_count];
    walk_commit *it = &self->walk.commits[at];
    if (!first && it->flags & OUT)
      continue;
    if (!first)
      put_out(self, at);
    first = false;
    for (uint32_t i = 0; i < it->parent_count; i++)
      append(&self->pending, &self->pending_count, &self->pending_room,
             it->parents[i]);
  }
}

static void enqueue(between *self, uint32_t commit)
{
  walk_commit *it = &self->walk.commits[commit];
  if (it->flags & SEEN)
    return;
  it->flags |= SEEN;
  walk_push(&self->walk, commit);
  if (!(it->flags & OUT))
    self->waiting++;
}

static rd_status start(between *self, const object_id *bad,
                       const object_id *good, size_t good_count, rd_error *err)
{
  uint32_t first = walk_add(&self->walk, bad);
  rd_status status = walk_read(&self->walk, first, err);
  if (!status)
    enqueue(self, first);
  for (size_t i = 0; !status && i < good_count; i++) {
    uint32_t commit = walk_add(&self->walk, &good[i]);
    status = walk_read(&self->walk, commit, err);
    if (status)
      break;
    put_out(self, commit);
    put_out_parents(self, commit);
    enqueue(self, commit);
  }
  return status;
}

/* Follows a commit that a good one is made from. What is missing behind it does
 * not matter. */
static void follow_out(between *self, uint32_t commit)
{
  for (uint32_t i = 0; i < self->walk.commits[commit].parent_count; i++) {
    uint32_t parent = self->walk.commits[commit].parents[i];
    put_out(self, parent);
    if (walk_read(&self->walk, parent, NULL))
      continue;
    put_out_parents(self, parent);
    enqueue(self, parent);
  }
}

static rd_status follow(between *self, uint32_t commit, rd_error *err)
{
  uint32_t count = self->walk.commits[commit].parent_count;
  if (self->first_parent && count > 1)
    count = 1;
  rd_status status = RD_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    uint32_t parent = self->walk.commits[commit].parents[i];
    status = walk_read(&self->walk, parent, err);
    if (!status)
      enqueue(self, parent);
  }
  return status;
}

/* Takes commits until nothing is left that matters. */
static rd_status take_all(between *self, rd_error *err)
{
  int64_t last = INT64_MAX;
  int slop = SLOP;
  rd_status status = RD_OK;
  while (!status && self->walk.queue_count && slop) {
    uint32_t commit = walk_pop(&self->walk);
    if (!(self->walk.commits[commit].flags & OUT)) {
      self->waiting--;
      last = self->walk.commits[commit].time;
      append(&self->taken, &self->taken_count, &self->taken_room, commit);
      status = follow(self, commit, err);
      continue;
    }
    follow_out(self, commit);
    put_out_parents(self, commit);
    bool open = self->walk.queue_count &&
                (last <= walk_next_time(&self->walk) || self->waiting);
    slop = open ? SLOP : slop - 1;
  }
  return status;
}

/* Fills a node; `places` are the places of commits in the graph, plus 1. */
static void fill_node(commit_node *out, const between *self,
                      const walk_commit *from, const uint32_t *places)
{
  uint32_t count = from->parent_count;
  if (self->first_parent && count > 1)
    count = 1;
  out->id = from->id;
  out->time = from->time;
  out->parents = mem_alloc(count + 1, sizeof *out->parents);
  out->has_outer = count == 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t place = places[from->parents[i]];
    if (place)
      out->parents[out->parent_count++] = place - 1;
    else
      out->has_outer = true;
  }
}

/* Makes the graph of what was taken and not put out later. */
static void make_graph(commit_graph *out, const between *self)
{
  uint32_t *places = mem_alloc((size_t)self->walk.count + 1, sizeof *places);
  *out = (commit_graph){ 0 };
  for (size_t i = 0; i < self->taken_count; i++)
    if (!(self->walk.commits[self->taken[i]].flags & OUT))
      places[self->taken[i]] = (uint32_t)++out->count;
  out->nodes = mem_alloc(out->count + 1, sizeof *out->nodes);
  for (size_t i = 0; i < self->taken_count; i++) {
    uint32_t commit = self->taken[i];
    if (places[commit])
      fill_node(&out->nodes[places[commit] - 1], self,
                &self->walk.commits[commit], places);
  }
  free(places);
}

rd_status history_between(commit_graph *out, const history *self,
                          const object_id *bad, const object_id *good,
                          size_t good_count, bool first_parent, rd_error *err)
{
  between state = { .first_parent = first_parent };
  walk_init(&state.walk, self);
  rd_status status = start(&state, bad, good, good_count, err);
  if (!status)
    status = take_all(&state, err);
  if (!status)
    make_graph(out, &state);
  walk_dispose(&state.walk);
  free(state.taken);
  free(state.pending);
  return status;
}

void commit_graph_dispose(commit_graph *self)
{
  for (size_t i = 0; i < self->count; i++)
    free(self->nodes[i].parents);
  free(self->nodes);
  *self = (commit_graph){ 0 };
}

/* ---- merge bases ---- */

/* Flags of merge bases: reached from the one, from the other, from a common
 * ancestor, and common itself. */
enum { OF_A = 1, OF_B = 2, STALE = 4, FOUND = 8 };

typedef struct painting {
  walk walk;
  size_t fresh; /* commits in the queue that are not stale */
  uint32_t *found;
  size_t found_count, found_room;
} painting;

static rd_status paint(painting *self, uint32_t commit, unsigned flags,
                       rd_error *err)
{
  rd_status status = walk_read(&self->walk, commit, err);
  walk_commit *it = &self->walk.commits[commit];
  if (status || (it->flags & flags) == flags)
    return status;
  if (flags & STALE && !(it->flags & STALE))
    self->fresh -= it->queued;
  it->flags |= flags;
  if (!(it->flags & STALE))
    self->fresh++;
  walk_push(&self->walk, commit);
  return RD_OK;
}

/* Follows the next commit of the queue. */
static rd_status paint_next(painting *self, rd_error *err)
{
  uint32_t commit = walk_pop(&self->walk);
  walk_commit *it = &self->walk.commits[commit];
  unsigned flags = it->flags & (OF_A | OF_B | STALE);
  if (!(flags & STALE))
    self->fresh--;
  if (flags == (OF_A | OF_B)) {
    if (!(it->flags & FOUND))
      append(&self->found, &self->found_count, &self->found_room, commit);
    it->flags |= FOUND;
    flags |= STALE;
  }
  rd_status status = RD_OK;
  for (uint32_t i = 0; !status && i < self->walk.commits[commit].parent_count;
       i++)
    status = paint(self, self->walk.commits[commit].parents[i], flags, err);
  return status;
}

static void drop_stale(painting *self)
{
  size_t kept = 0;
  for (size_t i = 0; i < self->found_count; i++)
    if (!(self->walk.commits[self->found[i]].flags & STALE))
      self->found[kept++] = self->found[i];
  self->found_count = kept;
}

/* Marks all that the found ones are made from. */
static rd_status mark_older(painting *self, rd_error *err)
{
  uint32_t *pending = NULL;
  size_t count = 0, room = 0;
  rd_status status = RD_OK;
  for (uint32_t i = 0; i < self->walk.count; i++)
    self->walk.commits[i].flags = 0;
  for (size_t i = 0; i < self->found_count; i++)
    append(&pending, &count, &room, self->found[i]);
  while (!status && count) {
    uint32_t commit = pending[--count];
    status = walk_read(&self->walk, commit, err);
    for (uint32_t i = 0; i < self->walk.commits[commit].parent_count; i++) {
      uint32_t parent = self->walk.commits[commit].parents[i];
      if (!(self->walk.commits[parent].flags & STALE))
        append(&pending, &count, &room, parent);
      self->walk.commits[parent].flags |= STALE;
    }
  }
  free(pending);
  return status;
}

rd_status history_merge_bases(object_id **out, size_t *count_out,
                              const history *self, const object_id *a,
                              const object_id *b, rd_error *err)
{
  painting state = { 0 };
  walk_init(&state.walk, self);
  rd_status status = paint(&state, walk_add(&state.walk, a), OF_A, err);
  if (!status)
    status = paint(&state, walk_add(&state.walk, b), OF_B, err);
  while (!status && state.fresh)
    status = paint_next(&state, err);
  if (!status)
    drop_stale(&state);
  if (!status && state.found_count > 1)
    status = mark_older(&state, err);
  if (!status) {
    drop_stale(&state);
    *out = mem_alloc(state.found_count + 1, sizeof **out);
    *count_out = state.found_count;
    for (size_t i = 0; i < state.found_count; i++)
      (*out)[i] = state.walk.commits[state.found[i]].id;
  }
  walk_dispose(&state.walk);
  free(state.found);
  return status;
}
