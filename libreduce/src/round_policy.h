/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The policy of the default algorithm: how much a round tries, and the
 * experience of earlier rounds. */
#ifndef RD_ROUND_POLICY_H
#define RD_ROUND_POLICY_H

#include "failures.h"
#include "schedule.h"

/* How much a round tries; each level includes the one before. */
typedef enum rd_effort {
  RD_EFFORT_LARGEST, /* as for likely, but only what takes a large part of the
                        text */
  RD_EFFORT_LARGE,   /* the same with smaller parts */
  RD_EFFORT_LIKELY,  /* no delta known to fail or very likely to fail */
  RD_EFFORT_FRESH,   /* no delta known to fail, each alone */
  RD_EFFORT_ALL,     /* every delta, each alone: without any success the text is
                       1-minimal */
} rd_effort;

typedef struct rd_round_policy {
  rd_effort effort;      /* RD_EFFORT_LIKELY again after a success */
  bool is_cut;           /* a step was left early since the effort rose */
  rd_failures *failures; /* lent: a lookahead shares those of its search */
  /* By rd_symbol_kind: deltas that left a used symbol undeclared, and were
   * interesting (fit) or not (unfit). */
  uint64_t fit[RD_SYMBOL_KINDS];
  uint64_t unfit[RD_SYMBOL_KINDS];
} rd_round_policy;

/* The kinds (bits) of symbols whose declarations must not be removed before
 * their uses in this round; `undeclared` is rd_tree_undeclared. */
uint32_t rd_round_policy_strict(const rd_round_policy *policy,
                                uint32_t undeclared);
/* A text of so many tokens has no large parts if it is small, unless each test of it
 * costs much (`dear`). */
void rd_round_policy_settle(rd_round_policy *policy, uint64_t tokens,
                            bool dear);
/* The tokens that a candidate must take off a text with so many in this
 * round. */
uint64_t rd_round_policy_least(const rd_round_policy *policy, uint64_t tokens);
/* May a candidate fail because another did, without a test? The last round tests
 * everything. */
bool rd_round_policy_infers(const rd_round_policy *policy, bool no_final_round);
/* Records a delta that left used symbols of these kinds (bits) undeclared. */
void rd_round_policy_learn(rd_round_policy *policy, uint32_t kinds, bool fits);
/* Everything at this effort has failed: raise it; false if it was the last. */
bool rd_round_policy_ask_more(rd_round_policy *policy, bool no_final_round);
/* At the end: was every delta tried? */
bool rd_round_policy_is_minimal(const rd_round_policy *policy);

/* ---- the expected yield of a step: tokens removed per test ---- */

/* Experience from earlier runs of a step. All zero: none. */
typedef struct rd_yield {
  bool has_run;
  uint32_t share; /* removed part of the stake, in 1024ths; recent average */
} rd_yield;

/* What is at stake in a run of a step. */
typedef struct rd_stake {
  uint64_t units;  /* 0: nothing */
  uint64_t tokens; /* removed if all of them are removed */
} rd_stake;

/* Expected tokens removed by 1024 tests. */
uint64_t rd_yield_worth(const rd_yield *yield, rd_growth growth,
                        rd_stake stake);
/* Records that a run removed this many tokens. */
void rd_yield_learn(rd_yield *yield, rd_stake stake, uint64_t removed);

#endif
