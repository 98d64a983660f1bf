/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which deltas a round asks for.
 *
 * Rounds start with likely deltas and ask for more when nothing is left: first
 * all that were not asked before, then everything. In a large text they start
 * with those that take a large part of it, whichever step has them: while one
 * step would go on to small parts, another has large ones. Any success leads back to
 * the likely ones, which are cheap by then because most deltas are remembered.
 * Rounds that ask for more follow one that changed nothing, so everything tested
 * since is in the cache, and the last round costs only the deltas that it is
 * the first to test: those of which a failure was inferred (monotony.c), and those
 * that failed in an earlier text.
 *
 * Whether a name may be used without a declaration depends on the language and
 * on the property: a crash in the parser may survive any error. So the policy
 * starts from the front end's rule for the language (rd_tree_undeclared) and
 * learns from counts: a kind of symbol is strict unless at least one such delta
 * in eight succeeded.
 *
 * The worth of a step is the tokens at stake, times the share likely to be
 * removed, divided by the tests that this is likely to take. All steps are
 * weighed on the same text, where a test costs the same for each (some 10 ms
 * and 0.6 ms for each KB, on compilers of today), so that cost cancels: tokens
 * per test are compared. How tests grow with the size of the text differs from
 * step to step, so large and small files need different steps first.
 *
 * The share starts at a half and then follows the results, the last run
 * counting as much as all before. All numbers are integers, so the result is
 * the same everywhere.
 */
#include "round_policy.h"

enum { ONE_OF = 8 };

/* So much of the text is a large part of it; a small text has none. Measured on
 * thirty C cases and thirteen files in other languages: the latter had lost 95 %
 * after 0.6 times the tests; in texts below 500 tokens it cost tests. */
enum { LARGEST_PART = 16, LARGE_PART = 64, SMALL_TEXT = 500, SMALL_DEAR = 100 };

uint32_t rd_round_policy_strict(const rd_round_policy *policy,
                                uint32_t undeclared)
{
  uint32_t kinds = 0;
  if (policy->effort > RD_EFFORT_LIKELY)
    return 0;
  for (uint32_t i = 0; i < RD_SYMBOL_KINDS; i++) {
    bool may_go = undeclared >> i & 1;
    if (ONE_OF * (policy->fit[i] + may_go) < policy->unfit[i] + !may_go)
      kinds |= UINT32_C(1) << i;
  }
  return kinds;
}

void rd_round_policy_settle(rd_round_policy *policy, uint64_t tokens, bool dear)
{
  uint64_t small = dear ? SMALL_DEAR : SMALL_TEXT;
  if (tokens < small && policy->effort < RD_EFFORT_LIKELY)
    policy->effort = RD_EFFORT_LIKELY;
}

uint64_t rd_round_policy_least(const rd_round_policy *policy, uint64_t tokens)
{
  static const uint64_t parts[] = {
    [RD_EFFORT_LARGEST] = LARGEST_PART, [RD_EFFORT_LARGE] = LARGE_PART
  };
  return policy->effort < RD_EFFORT_LIKELY ? tokens / parts[policy->effort] : 0;
}

void rd_round_policy_learn(rd_round_policy *policy, uint32_t kinds, bool fits)
{
  uint64_t *counts = fits ? policy->fit : policy->unfit;
  for (uint32_t i = 0; i < RD_SYMBOL_KINDS; i++)
    counts[i] += kinds >> i & 1;
}

static rd_effort last_effort(bool no_final_round)
{
  return no_final_round ? RD_EFFORT_FRESH : RD_EFFORT_ALL;
}

bool rd_round_policy_infers(const rd_round_policy *policy, bool no_final_round)
{
  return policy->effort < last_effort(no_final_round);
}

bool rd_round_policy_ask_more(rd_round_policy *policy, bool no_final_round)
{
  if (policy->effort == last_effort(no_final_round))
    return false;
  policy->effort++;
  policy->is_cut = false;
  return true;
}

bool rd_round_policy_is_minimal(const rd_round_policy *policy)
{
  return policy->effort == RD_EFFORT_ALL && !policy->is_cut;
}

/* ---- how promising a step is ---- */

enum { WHOLE = 1024 };

/* The share of a step that never ran. */
enum { FIRST_SHARE = WHOLE / 2 };

static uint64_t log_of(uint64_t n)
{
  uint64_t log = 0;
  for (; n > 1; n /= 2)
    log++;
  return log;
}

static uint64_t root_of(uint64_t n)
{
  uint64_t root = 0;
  for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit /= 2)
    if ((root + bit) * (root + bit) <= n)
      root += bit;
  return root;
}

/* Measured on twenty-nine real cases: unused symbols took one test, but if one
 * of them was needed about a tenth as many as there were; bodies took 6 to 13
 * for 20 to 50 units, declarations 15 to 25 for some thousands, large elements
 * 50 to 100 for 1 000 to 10 000 tokens, and the step that visits each node half
 * as many as there were tokens. Symbols with their uses took about one each and
 * are weighed at two: they are worth more after steps that remove statements. */
static uint64_t tests_for(rd_growth growth, rd_stake stake)
{
  switch (growth) {
  case RD_GROWS_LOG:
    return 1 + 2 * log_of(stake.units);
  case RD_GROWS_ROOT:
    return 1 + root_of(2 * stake.units);
  case RD_GROWS_EACH:
    return 1 + 2 * stake.units;
  case RD_GROWS_LINEAR:
    return 1 + stake.units / 2;
  default:
    return 1 + stake.units / 16;
  }
}

uint64_t rd_yield_worth(const rd_yield *yield, rd_growth growth, rd_stake stake)
{
  uint64_t share = yield->has_run ? yield->share : FIRST_SHARE;
  return stake.units ? stake.tokens * share / tests_for(growth, stake) : 0;
}

void rd_yield_learn(rd_yield *yield, rd_stake stake, uint64_t removed)
{
  uint64_t seen = stake.tokens ? removed * WHOLE / stake.tokens : 0;
  uint32_t share = yield->has_run ? yield->share : FIRST_SHARE;
  yield->has_run = true;
  yield->share = (share + (uint32_t)(seen < WHOLE ? seen : WHOLE)) / 2;
}
