/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tracks the positions of scouts in the tree of futures. */
#ifndef RD_SCOUTING_H
#define RD_SCOUTING_H

#include "future.h"
#include "cache.h"
#include "scout.h"

/* A place for a scout. */
struct rd_post {
  rd_scout scout;
  rd_future *at;   /* where it waits or is heading; NULL: unused */
  bool is_awaited; /* it has not reported from there yet */
};

typedef struct rd_scouting {
  rd_futures futures;
  uint32_t count;
  struct rd_post *posts;
  size_t room; /* for a text */
  /* in a scout: */
  bool is_scout;
  rd_scout self;
  ARRAY(bool) path; /* answers to assume, the last one first */
} rd_scouting;

/* Allows at most `count` scouts; sends none yet. */
void rd_scouting_init(rd_scouting *scouting, uint32_t count, size_t room);
/* Waits for the end of all scouts. The futures must have been released. */
void rd_scouting_dispose(rd_scouting *scouting);

/* Sends a scout along an edge: the one that waits at the question or, if the
 * edge has enough weight, a new one. A new scout may displace the scout of the
 * future with the least weight, which is then marked dead. False: no scout is
 * available. In a new scout is_scout is set, and the caller only has to
 * continue the search. */
bool rd_scouting_grow(rd_scouting *scouting, rd_future *future, bool is_success,
                      double weight);
/* Sends a new scout to a future that has none, as rd_scouting_grow does. */
bool rd_scouting_send(rd_scouting *scouting, rd_future *future);
/* Releases the future's scout, if it has one. */
void rd_scouting_dismiss(rd_scouting *scouting, rd_future *future);

/* Waits at most `wait_ms` for a scout's report. False: no report came. */
bool rd_scouting_await(const rd_scouting *scouting, int wait_ms);
/* Takes the next available report and returns its future; NULL: none. */
rd_future *rd_scouting_take(rd_report *out, rd_scouting *scouting);
/* Scouts that have not reported. */
unsigned rd_scouting_awaited(const rd_scouting *scouting);
bool rd_scouting_is_awaited(const rd_scouting *scouting,
                            const rd_future *future);
/* The text that the future's scout reported last; NULL: not available. */
const char *rd_scouting_text(const rd_scouting *scouting,
                             const rd_future *future);

/* ---- in a scout ---- */

/* The answer to assume for the search's next question. Does not return once the
 * scout is no longer needed. */
rd_verdict rd_scouting_follow(rd_scouting *scouting,
                              const rd_question *question);
/* Ends the scout, because the search needs a tree of the text or (NULL) is
   over. */
_Noreturn void rd_scouting_halt(rd_scouting *scouting,
                                const rd_question *question);

#endif
