/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The policy of a reduction by the default: how much a round asks for, and what
 * earlier rounds have taught. */
#ifndef RD_ROUND_POLICY_H
#define RD_ROUND_POLICY_H

#include "failures.h"
#include "reduce/symbols.h"

/* How much a round asks for; each asks for all that the one before does. */
typedef enum rd_effort {
  RD_EFFORT_LIKELY, /* no delta that is known to fail or most likely does */
  RD_EFFORT_FRESH,  /* none that is known to fail, each alone */
  RD_EFFORT_ALL,    /* every delta, each alone: what no success is left of is
                       1-minimal */
} rd_effort;

typedef struct rd_round_policy {
  rd_effort effort;
  bool is_cut; /* a step was left before its end since the effort rose */
  rd_failures *failures;
  /* By rd_symbol_kind: deltas that left a symbol in use undeclared, and were
   * interesting or not. */
  uint64_t fit[RD_SYMBOL_KINDS];
  uint64_t unfit[RD_SYMBOL_KINDS];
} rd_round_policy;

void rd_round_policy_init(rd_round_policy *policy);
void rd_round_policy_dispose(rd_round_policy *policy);
/* The kinds (bits) of symbols whose declarations are not to go before their
 * uses in this round; `undeclared` is rd_tree_undeclared. */
uint32_t rd_round_policy_strict(const rd_round_policy *policy,
                                uint32_t undeclared);
/* A delta left symbols of these kinds (bits) in use undeclared. */
void rd_round_policy_learn(rd_round_policy *policy, uint32_t kinds, bool fits);
/* A step changed something: back to what is likely. */
void rd_round_policy_succeed(rd_round_policy *policy);
/* All that this effort asks for has failed; false if that was all. */
bool rd_round_policy_ask_more(rd_round_policy *policy, bool no_final_round);
/* At the end: was every delta asked for? */
bool rd_round_policy_is_minimal(const rd_round_policy *policy);

#endif
