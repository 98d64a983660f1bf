/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The chance that a test succeeds, from counts: those of the same pass after
 * the same two outcomes, leaning on all tests of the pass, which lean on all
 * tests. Each lean is worth a few tests, so a pass that has only begun is taken
 * for an average one. Searches change as they go (a sweep first takes much,
 * then nothing), so old tests fade: what lies FADE tests back counts for a
 * third.
 *
 * The chance decides only which tests are started ahead. No result depends on
 * it, which is why it may be a fraction.
 */
#include "odds.h"

static const double fade = 48;     /* tests */
static const double lean = 6;      /* tests that the wider count is worth */
static const double prior = 0.125; /* of a search that knows nothing yet */

unsigned rd_odds_past(unsigned past, bool success)
{
  return (past << 1 | success) % RD_PAST;
}

static void tally(rd_tally *tally, bool success)
{
  tally->tests += 1 - tally->tests / fade;
  tally->successes += (success ? 1.0 : 0.0) - tally->successes / fade;
}

static double chance(const rd_tally *tally, double wider)
{
  return (tally->successes + lean * wider) / (tally->tests + lean);
}

static size_t find_pass(const rd_odds *odds, const char *pass)
{
  size_t i = 0;
  while (i < odds->count && odds->passes[i].pass != pass)
    i++;
  return i;
}

void rd_odds_count(rd_odds *odds, const char *pass, unsigned past, bool success)
{
  size_t at = find_pass(odds, pass);
  tally(&odds->all, success);
  if (at == RD_ODDS_PASSES)
    return;
  if (at == odds->count)
    odds->passes[odds->count++].pass = pass;
  tally(&odds->passes[at].all, success);
  tally(&odds->passes[at].after[past % RD_PAST], success);
}

double rd_odds_of(const rd_odds *odds, const char *pass, unsigned past)
{
  double wide = chance(&odds->all, prior);
  size_t at = find_pass(odds, pass);
  if (at == odds->count)
    return wide;
  const rd_pass_odds *of = &odds->passes[at];
  return chance(&of->after[past % RD_PAST], chance(&of->all, wide));
}
