/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which scout is where in the tree of futures. */
#ifndef RD_SCOUTING_H
#define RD_SCOUTING_H

#include "future.h"
#include "question.h"
#include "scout.h"

/* A place for a scout. */
struct rd_post {
  rd_scout scout;
  rd_future *at;   /* where it waits or is going to; NULL: unused */
  bool is_awaited; /* it has not reported from there */
};

typedef struct rd_scouting {
  rd_futures futures;
  uint32_t count;
  struct rd_post *posts;
  size_t room; /* for a text */
  /* in a scout: */
  bool is_scout;
  rd_scout self;
  ARRAY(bool) path; /* answers to take for given, the last one first */
} rd_scouting;

/* As many scouts as that at most; none is sent yet. */
void rd_scouting_init(rd_scouting *scouting, uint32_t count, size_t room);
/* Waits for the end of all scouts. The futures have been released. */
void rd_scouting_dispose(rd_scouting *scouting);

/* Sends a scout along an edge: the one that waits at the question, or, if the
 * edge has that much weight, a new one; for that the scout of the future of
 * least weight may have to go, and the future is marked as dead. False: there
 * is none to send. In a new scout is_scout is set, and all that is left to do
 * is to go on with the search. */
bool rd_scouting_grow(rd_scouting *scouting, rd_future *future, bool is_success,
                      double weight);
/* Sends a new scout to a future that has none, as rd_scouting_grow does. */
bool rd_scouting_send(rd_scouting *scouting, rd_future *future);
/* The future's scout, if there is one, is not needed any more. */
void rd_scouting_dismiss(rd_scouting *scouting, rd_future *future);

/* Waits until a scout reports, at most that long. False: no report came. */
bool rd_scouting_await(const rd_scouting *scouting, int wait_ms);
/* The next report that has come, and whose it is; NULL: none. */
rd_future *rd_scouting_take(rd_report *out, rd_scouting *scouting);
/* Scouts that have not reported. */
unsigned rd_scouting_awaited(const rd_scouting *scouting);
bool rd_scouting_is_awaited(const rd_scouting *scouting,
                            const rd_future *future);
/* The text that the future's scout reported last; NULL: it is not here. */
const char *rd_scouting_text(const rd_scouting *scouting,
                             const rd_future *future);

/* ---- in a scout ---- */

/* What to take for the answer to the search's next question. Does not return
 * once the scout is not needed any more. */
rd_verdict rd_scouting_follow(rd_scouting *scouting,
                              const rd_question *question);
/* The search cannot go on here: it needs a tree of the text, or (NULL) is over.
 */
_Noreturn void rd_scouting_halt(rd_scouting *scouting,
                                const rd_question *question);

#endif
