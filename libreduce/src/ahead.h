/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses what is done ahead of the search. */
#ifndef RD_AHEAD_H
#define RD_AHEAD_H

#include "scout.h"

/* The state of the tests. */
typedef struct rd_pace {
  unsigned jobs, flying; /* tests that may be in flight, and that are */
  double test_us;        /* the mean of recent tests */
  bool is_stuck;         /* no scout could be sent */
} rd_pace;

/* What could be done ahead next. */
typedef struct rd_plan {
  rd_future *test; /* to be tested; NULL: no test is available */
  rd_future *from; /* to send a scout on from, with this answer */
  bool is_success;
  double growth; /* the weight of the scout's destination; 0: none */
  double hope;   /* the largest weight that a scout is on its way to */
  bool has_room; /* for a test of the largest of these weights */
  bool fits;     /* there is room for `test` */
  bool is_short; /* of questions */
} rd_plan;

/* Weighs the futures and says what could be done. What it names is lent. */
rd_plan rd_ahead_plan(rd_scouting *scouting, const rd_pace *pace);
/* The test of the plan, if none that weighs more may follow soon; NULL: none. */
rd_future *rd_ahead_test(const rd_plan *plan);
/* Is a scout's report worth waiting for? Without room for a test, the front end
 * can still check the text before its turn. */
bool rd_ahead_awaits(const rd_plan *plan);
/* The likeliest future that needs a tree of a text that is here; NULL: none that
 * is likely enough. */
rd_future *rd_ahead_tree(rd_scouting *scouting);

#endif
