/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deltas that pay off only through later removals. */
#ifndef RD_LOOKAHEAD_H
#define RD_LOOKAHEAD_H

#include "round_policy.h"
#include "reduction.h"

/* A lookahead in progress. */
typedef struct rd_lookahead {
  rd_measure before;  /* the measure that it must get below */
  uint64_t last_test; /* value of rd_stats.tests at which its budget is spent */
  const char *pass;   /* the pass of its delta */
} rd_lookahead;

/* Tests the current text with these edits, which may be as large or larger, and
 * reduces the result. *taken_out: the result got below the measure of the
 * current text and is now the best text; the tree and the configuration still
 * belong to the previous text, so only a parse may follow. Otherwise only
 * stats, cache and failures change. Inside a lookahead it asks nothing. The
 * policy is lent for the call. */
rd_status rd_lookahead_run(bool *taken_out, rd_reduction *reduction,
                           const rd_round_policy *policy, const rd_edit *edits,
                           size_t count);
/* Does the current lookahead continue? Not when it is won, its budget is spent,
 * or the caller wants to skip the step. */
bool rd_lookahead_goes_on(const rd_reduction *reduction);

#endif
