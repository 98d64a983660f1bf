/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Commits by number, found by id in a table with open addressing, and a heap of
 * those that wait for their turn. The first bytes of an id are as good a hash as
 * any.
 *
 * The order of the heap is that of git's lists by date: newest first, and first
 * come, first served among equals.
 */
#include "git/walk.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

void walk_init(walk *out, const history *from)
{
  *out = (walk){ .history = from };
}

void walk_dispose(walk *self)
{
  for (uint32_t i = 0; i < self->count; i++)
    free(self->commits[i].parents);
  free(self->commits);
  free(self->slots);
  free(self->queue);
}

/* ---- the table ---- */

/* The slot of an id, or the free one where it belongs. */
static uint32_t *slot_of(const walk *self, const object_id *id)
{
  uint32_t hash;
  memcpy(&hash, id->bytes, sizeof hash);
  for (uint32_t at = hash;; at++) {
    uint32_t *slot = &self->slots[at & (self->slot_count - 1)];
    if (!*slot || object_id_equals(&self->commits[*slot - 1].id, id))
      return slot;
  }
}

/* Makes room for one more; at most half of the slots are taken. */
static void grow(walk *self)
{
  if (self->count < self->room)
    return;
  self->room = self->room ? 2 * self->room : FIRST_ROOM;
  self->commits = mem_resize(self->commits, self->room, sizeof *self->commits);
  self->slot_count = 2 * self->room;
  free(self->slots);
  self->slots = mem_alloc(self->slot_count, sizeof *self->slots);
  for (uint32_t i = 0; i < self->count; i++)
    *slot_of(self, &self->commits[i].id) = i + 1;
}

uint32_t walk_add(walk *self, const object_id *id)
{
  grow(self);
  uint32_t *slot = slot_of(self, id);
  if (!*slot) {
    self->commits[self->count] = (walk_commit){ .id = *id };
    *slot = ++self->count;
  }
  return *slot - 1;
}

rd_status walk_read(walk *self, uint32_t commit, rd_error *err)
{
  if (self->commits[commit].is_read)
    return RD_OK;
  commit_text text;
  rd_status status =
      commit_text_read(&text, self->history, &self->commits[commit].id, err);
  if (status)
    return status;
  uint32_t *parents = mem_alloc(text.parent_count + 1, sizeof *parents);
  for (uint32_t i = 0; i < text.parent_count; i++)
    parents[i] = walk_add(self, &text.parents[i]);
  walk_commit *into = &self->commits[commit];
  into->parents = parents;
  into->parent_count = text.parent_count;
  into->time = text.time;
  into->tree = text.tree;
  into->is_read = true;
  commit_text_dispose(&text);
  return RD_OK;
}

/* ---- the queue ---- */

static bool comes_before(const walk_entry *a, const walk_entry *b)
{
  return a->time > b->time || (a->time == b->time && a->turn < b->turn);
}

void walk_push(walk *self, uint32_t commit)
{
  if (self->queue_count == self->queue_room) {
    self->queue_room = self->queue_room ? 2 * self->queue_room : FIRST_ROOM;
    self->queue =
        mem_resize(self->queue, self->queue_room, sizeof *self->queue);
  }
  walk_entry entry = { self->commits[commit].time, self->turns++, commit };
  size_t at = self->queue_count++;
  for (; at && comes_before(&entry, &self->queue[(at - 1) / 2]);
       at = (at - 1) / 2)
    self->queue[at] = self->queue[(at - 1) / 2];
  self->queue[at] = entry;
  self->commits[commit].queued++;
}

uint32_t walk_pop(walk *self)
{
  uint32_t commit = self->queue[0].commit;
  walk_entry entry = self->queue[--self->queue_count];
  size_t at = 0, child;
  while ((child = 2 * at + 1) < self->queue_count) {
    if (child + 1 < self->queue_count &&
        comes_before(&self->queue[child + 1], &self->queue[child]))
      child++;
    if (!comes_before(&self->queue[child], &entry))
      break;
    self->queue[at] = self->queue[child];
    at = child;
  }
  self->queue[at] = entry;
  self->commits[commit].queued--;
  return commit;
}

int64_t walk_next_time(const walk *self)
{
  return self->queue[0].time;
}
