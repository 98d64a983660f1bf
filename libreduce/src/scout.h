/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scouts: copies of this process that go ahead of the search. */
#ifndef RD_SCOUT_H
#define RD_SCOUT_H

#include <sys/types.h>

#include "cache.h"

/* What a scout came to. */
typedef enum rd_sight_kind {
  RD_SCOUT_ASKS,   /* the next question */
  RD_SCOUT_PARSES, /* a text whose tree it would need */
  RD_SCOUT_ENDS,   /* the end of the search, or what it cannot tell */
} rd_sight_kind;

typedef struct rd_report {
  rd_sight_kind kind;
  rd_key key;       /* of the text */
  const char *pass; /* whose question it is: the address is the same in both
                       processes, since it is that of a table's string, or
                       of the name of a rule known since the first tree */
  size_t size;      /* of the text in rd_scout.text */
  bool is_checked;  /* as in rd_question */
} rd_report;

/* The owner's end. All zero: there is none. */
typedef struct rd_scout {
  pid_t pid;   /* 0: none, or reaped */
  int channel; /* readable when there is a report; -1: it was dismissed */
  char *text;  /* shared with the scout, which writes when it is ordered on;
                  a NUL after it */
  size_t room; /* bytes of `text` */
} rd_scout;

/* Gives the scout its text. False: no memory. */
bool rd_scout_init(rd_scout *scout, size_t room);
/* Forks. Like fork, it returns 0 in the scout, in the owner its pid, or -1. In
 * the scout `scout->channel` is the only descriptor that is open. Only for a
 * scout without a process. */
pid_t rd_scout_start(rd_scout *scout);
/* Tells a scout that reported a question how it is answered. False: it has
 * ended. */
bool rd_scout_order(const rd_scout *scout, bool interesting);
/* Takes a report if one is there; a scout that has ended reports an end. */
bool rd_scout_take(rd_report *out, const rd_scout *scout);
/* Kills the scout, and does not wait for its end. */
void rd_scout_dismiss(rd_scout *scout);
/* Is there no process any more? With `wait`, waits for the end of one that was
 * dismissed. */
bool rd_scout_is_gone(rd_scout *scout, bool wait);
/* Dismisses the scout and waits for its end; releases the text. */
void rd_scout_dispose(rd_scout *scout);

/* ---- for the scout itself ---- */

/* Reports. A text that is larger than the room for it is reported as an end. */
void rd_scout_report(const rd_scout *scout, const rd_report *report,
                     const char *text);
/* Waits for the answer to the question that was reported. Does not return when
 * there is no owner any more. */
bool rd_scout_await(const rd_scout *scout);

#endif
