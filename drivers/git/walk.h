/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Walks over commits: what was seen of a history, and a queue by date; for this
 * folder alone. */
#ifndef GIT_WALK_H
#define GIT_WALK_H

#include "git/history_private.h"

/* A commit that a walk has seen, known by its number there. */
typedef struct walk_commit {
  object_id id;
  object_id tree; /* this and what follows once it was read */
  int64_t time;
  uint32_t *parents; /* numbers */
  uint32_t parent_count;
  uint32_t queued; /* how often it is in the queue */
  unsigned flags;  /* the walker's own */
  bool is_read;
} walk_commit;

typedef struct walk_entry {
  int64_t time;
  uint64_t turn;
  uint32_t commit;
} walk_entry;

typedef struct walk {
  const history *history;
  walk_commit *commits;
  uint32_t count, room;
  uint32_t *slots; /* by id: number + 1, 0 is free */
  uint32_t slot_count;
  walk_entry *queue; /* a heap */
  size_t queue_count, queue_room;
  uint64_t turns;
} walk;

void walk_init(walk *out, const history *from);
void walk_dispose(walk *self);
/* The number of a commit, which need not be there. */
uint32_t walk_add(walk *self, const object_id *id);
/* Makes sure that time and parents of a commit are known; `commits` may have
 * moved then. RD_ERR_NOTFOUND, RD_ERR_IO. */
rd_status walk_read(walk *self, uint32_t commit, rd_error *err);
/* The queue gives the newest commit first, and of those with the same time the
 * one that was put in first. A commit has to be read before. */
void walk_push(walk *self, uint32_t commit);
uint32_t walk_pop(walk *self);
/* The time of the one that comes next; the queue is not empty. */
int64_t walk_next_time(const walk *self);

#endif
