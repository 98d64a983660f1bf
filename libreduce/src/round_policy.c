/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which deltas a round asks for.
 *
 * Rounds start with likely deltas and ask for more when nothing is left: first
 * all that were not asked before, then everything. Any success leads back to
 * the likely ones, which are cheap by then because most deltas are remembered.
 * Rounds that ask for more follow one that changed nothing, so everything asked
 * since is in the cache, and the last round costs only the deltas that it is
 * the first to ask for.
 *
 * Whether a name may be used without a declaration depends on the language and
 * on the property: a crash in the parser may survive any error. So the policy
 * starts from the front end's rule for the language (rd_tree_undeclared) and
 * learns from counts: a kind of symbol is strict unless at least one such delta
 * in eight succeeded.
 */
#include "round_policy.h"

#include <string.h>

enum { ONE_OF = 8 };

void rd_round_policy_init(rd_round_policy *policy)
{
  memset(policy, 0, sizeof *policy);
  policy->failures = rd_failures_new(0);
}

void rd_round_policy_dispose(rd_round_policy *policy)
{
  rd_failures_free(policy->failures);
}

uint32_t rd_round_policy_strict(const rd_round_policy *policy,
                                uint32_t undeclared)
{
  uint32_t kinds = 0;
  if (policy->effort != RD_EFFORT_LIKELY)
    return 0;
  for (uint32_t i = 0; i < RD_SYMBOL_KINDS; i++) {
    bool may_go = undeclared >> i & 1;
    if (ONE_OF * (policy->fit[i] + may_go) < policy->unfit[i] + !may_go)
      kinds |= UINT32_C(1) << i;
  }
  return kinds;
}

void rd_round_policy_learn(rd_round_policy *policy, uint32_t kinds, bool fits)
{
  uint64_t *counts = fits ? policy->fit : policy->unfit;
  for (uint32_t i = 0; i < RD_SYMBOL_KINDS; i++)
    counts[i] += kinds >> i & 1;
}

void rd_round_policy_succeed(rd_round_policy *policy)
{
  policy->effort = RD_EFFORT_LIKELY;
}

bool rd_round_policy_ask_more(rd_round_policy *policy, bool no_final_round)
{
  rd_effort last = no_final_round ? RD_EFFORT_FRESH : RD_EFFORT_ALL;
  if (policy->effort == last)
    return false;
  policy->effort++;
  policy->is_cut = false;
  return true;
}

bool rd_round_policy_is_minimal(const rd_round_policy *policy)
{
  return policy->effort == RD_EFFORT_ALL && !policy->is_cut;
}
