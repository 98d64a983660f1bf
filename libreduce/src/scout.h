/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scouts: copies of this process that run ahead of the search. */
#ifndef RD_SCOUT_H
#define RD_SCOUT_H

#include <sys/types.h>

#include "future.h"

/* What a scout has reached. */
typedef enum rd_sight_kind {
  RD_SCOUT_ASKS,   /* the next question */
  RD_SCOUT_PARSES, /* a text whose tree it would need */
  RD_SCOUT_ENDS,   /* the end of the search, or something it cannot report */
} rd_sight_kind;

typedef struct rd_report {
  rd_sight_kind kind;
  rd_key key;       /* of the text */
  const char *pass; /* the pass that asks: its address is the same in both
                       processes, because it belongs to a table or to a rule
                       known since the first tree */
  size_t size;      /* of the text in rd_scout.text */
  bool is_checked;  /* as in rd_question */
} rd_report;

/* The owner's end. All zero: no scout. */
typedef struct rd_scout {
  pid_t pid;   /* 0: none, or reaped; -1: a copy that has not said it yet */
  int channel; /* readable when there is a report; -1: dismissed */
  char *text;  /* shared with the scout, which writes after an order; followed
                  by a NUL */
  size_t room; /* bytes of `text` */
  /* in the scout: answers that it was told and has not taken, the next one in
   * bit 0 */
  uint64_t answers;
  unsigned left;
} rd_scout;

enum { RD_SCOUT_ANSWERS = 64 }; /* at most in an order */

/* Allocates the scout's text. False: out of memory. */
bool rd_scout_init(rd_scout *scout, size_t room);
/* Forks. Like fork, it returns 0 in the scout, and its pid or -1 in the owner.
 * In the scout, `scout->channel` is the only open descriptor. Only for a scout
 * without a process. */
pid_t rd_scout_start(rd_scout *scout);
/* Sends a scout the answer to the question that it reported. False: the scout
 * has ended. */
bool rd_scout_order(const rd_scout *scout, bool interesting);
/* Has a scout that waits for an order make a copy of itself, which goes on with
 * `count` answers, the first one in bit 0, while it keeps waiting. Only for a
 * scout without a process, whose text was there when `from` was started; the
 * copy is the owner's child. False: `from` has ended. */
bool rd_scout_copy(rd_scout *scout, const rd_scout *from, uint64_t answers,
                   unsigned count);
/* Takes a report if one is available; a scout that has ended reports an end. */
bool rd_scout_take(rd_report *out, rd_scout *scout);
/* Kills the scout, and does not wait for its end. */
void rd_scout_dismiss(rd_scout *scout);
/* Has the scout's process ended? With `wait`, waits for the end of a dismissed
 * one. */
bool rd_scout_is_gone(rd_scout *scout, bool wait);
/* Dismisses the scout and waits for its end; releases the text. */
void rd_scout_dispose(rd_scout *scout);

/* ---- for the scout itself ---- */

/* Sends a report. A text that exceeds the room is reported as an end. */
void rd_scout_report(const rd_scout *scout, const rd_report *report,
                     const char *text);
/* Takes the next answer that it was told, or waits for one. Returns in copies
 * too; does not return if the owner has ended. */
bool rd_scout_await(rd_scout *scout);

/* ---- many scouts in the tree of futures ---- */

/* A place for a scout. */
struct rd_post {
  rd_scout scout;
  rd_future *at;   /* where it waits or is heading; NULL: unused */
  unsigned number; /* of its text, by the order in which they were allocated */
  unsigned knows;  /* its process has so many texts */
  bool is_awaited; /* it has not reported from there yet */
};

typedef struct rd_scouting {
  rd_futures futures;
  uint32_t count;
  struct rd_post *posts;
  size_t room;    /* for a text */
  unsigned texts; /* allocated */
  bool copies;    /* the kernel makes copies of scouts */
  /* in a scout: */
  bool is_scout;
  rd_scout self;
  ARRAY(bool) path; /* answers to assume, the last one first */
} rd_scouting;

/* Allows at most `count` scouts; sends none yet. */
void rd_scouting_init(rd_scouting *scouting, uint32_t count, size_t room);
/* Waits for the end of all scouts. The futures must have been released. */
void rd_scouting_dispose(rd_scouting *scouting);

/* Sends a scout along an edge: the one that waits at the question, unless
 * another may follow the other edge, or, if the edge has enough weight, a copy of
 * it or a new one. A new scout may displace the scout of the future with the
 * least weight, which is then marked dead if nothing follows from it. False: no
 * scout is available. In a new scout is_scout is set, and the caller only has to
 * continue the search. */
bool rd_scouting_grow(rd_scouting *scouting, rd_future *future, bool is_success,
                      double weight);
/* Sends a new scout to a future that has none, as rd_scouting_grow does, but
 * never a copy: it knows all that this process knows. */
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

/* The answer to assume for the search's next question. Does not return once the
 * scout is no longer needed. */
rd_verdict rd_scouting_follow(rd_scouting *scouting,
                              const rd_question *question);
/* Ends the scout, because the search needs a tree of the text or (NULL) is
   over. */
_Noreturn void rd_scouting_halt(rd_scouting *scouting,
                                const rd_question *question);

#endif
