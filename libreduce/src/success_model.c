/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The chance that a test succeeds, from counts: those of the same pass after
 * the same two outcomes, leaning on all tests of the pass, which lean on all
 * tests. Each lean is worth a few tests, so a pass that has only begun counts
 * as average. Searches change as they go (a sweep first takes much, then
 * nothing), so old tests fade: those FADE tests back count for a third.
 *
 * The chance decides only which tests are started ahead. No result depends on
 * it, so it may be a floating-point fraction.
 */
#include "success_model.h"

static const double fade = 48;     /* tests */
static const double lean = 6;      /* tests that the wider count is worth */
static const double prior = 0.125; /* of a search without history */

unsigned rd_success_past(unsigned past, bool success)
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

static size_t find_pass(const rd_success_model *model, const char *pass)
{
  size_t i = 0;
  while (i < model->count && model->passes[i].pass != pass)
    i++;
  return i;
}

void rd_success_count(rd_success_model *model, const char *pass, unsigned past,
                      bool success)
{
  size_t at = find_pass(model, pass);
  tally(&model->all, success);
  if (at == RD_MODEL_PASSES)
    return;
  if (at == model->count)
    model->passes[model->count++].pass = pass;
  tally(&model->passes[at].all, success);
  tally(&model->passes[at].after[past % RD_PAST], success);
}

double rd_success_chance(const rd_success_model *model, const char *pass,
                         unsigned past)
{
  double wide = chance(&model->all, prior);
  size_t at = find_pass(model, pass);
  if (at == model->count)
    return wide;
  const rd_pass_model *of = &model->passes[at];
  return chance(&of->after[past % RD_PAST], chance(&of->all, wide));
}
