/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random histories, and what a test of each commit answers. */
#ifndef MADE_HISTORY_H
#define MADE_HISTORY_H

#include "git/history.h"

#include "gen.h"

enum { MADE_PARENTS = 6 };

typedef struct made_commit {
  uint32_t parents[MADE_PARENTS];
  uint32_t parent_count;
  uint32_t time;
  int code;        /* what the test of it ends with: 0, 1, 125 */
  bool given_good; /* named as good at the start */
} made_commit;

/* In the order in which they were made: parents first, and the last is bad. */
typedef struct made_history {
  made_commit *commits;
  uint32_t count;
  bool first_parent;
  bool any; /* good and bad are in no order */
} made_history;

/* Lines, branches or octopuses; clocks that are right, coarse or wrong; one commit
 * with which it began, or any answers; none, some or all cannot be tested; some
 * that are good, not all of them reached from the last. What a good one reaches is
 * good. Owner: released with made_dispose. */
made_history made_new(gen *random, uint32_t count);
void made_dispose(made_history *self);

#endif
