/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deltas that pay only by what can go after them. */
#ifndef RD_LOOKAHEAD_H
#define RD_LOOKAHEAD_H

#include "round_policy.h"
#include "reduction.h"

/* A lookahead under way. */
typedef struct rd_lookahead {
  rd_measure before;  /* what it has to get below */
  uint64_t last_test; /* rd_stats.tests when its budget is spent */
  const char *pass;   /* whose delta it is */
} rd_lookahead;

/* Asks for the present text with these edits, which may be larger or as large,
 * and reduces what it gives. *taken_out: that got below the measure of the
 * present text, and is the best text now; the tree and the configuration are
 * still those of the text before, so that nothing but a parse may follow.
 * Otherwise all is as it was, but for stats, cache and failures. Inside of a
 * lookahead nothing is asked. The policy is lent for the call. */
rd_status rd_lookahead_run(bool *taken_out, rd_reduction *reduction,
                           const rd_round_policy *policy, const rd_edit *edits,
                           size_t count);
/* Does the present lookahead go on? Not when it is won, when its budget is spent,
 * or when the caller wants to skip the step. */
bool rd_lookahead_goes_on(const rd_reduction *reduction);

#endif
