/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The questions that a search may reach.
 *
 * The sequence of questions is a function of the answers (S1), so the possible
 * futures form a tree: a node is a question, with two edges, for `failed` and
 * for `interesting`. A node's weight is the probability that the search reaches
 * it, the product of the probabilities along its path. The current question is
 * the root. A known answer is a fact: an answer that arrived ahead of its
 * question has probability one, and the other edge dies.
 *
 * The chance that a test succeeds comes from counts, as odds: those of the pass,
 * times how much better they were after the same two outcomes, times how much
 * better with candidates smaller by about as many bytes. A search that halves
 * what it tries succeeds rarely with large parts and often with small ones. Each
 * count leans on that of the pass, which leans on that of all tests. Each lean is
 * worth a few tests, so a pass that has only begun counts as average. Searches
 * change as they go (a sweep first takes much, then nothing), so old tests fade:
 * those FADE tests back count for a third. The chance decides only which tests
 * are started ahead. No result depends on it, so it may be a floating-point
 * fraction.
 */
#include "future.h"

#include <stdlib.h>
#include <string.h>

#include "reduce/tree.h"

/* Low, because foresight is trusted only while it is nearly always right. */
static const double foreseen_chance = 0.02;
/* High, because what gave the first answer is not used any more once the
 * command has contradicted it. */
static const double likely_chance = 0.98;

/* ---- the model ---- */

static const double fade = 48;     /* tests */
static const double lean = 6;      /* tests that the wider count is worth */
static const double prior = 0.125; /* of a search without history */

/* The results of the last two tests, the last one in bit 0, 1 for a success. */
static unsigned past_of(unsigned past, bool success)
{
  return (past << 1 | success) % RD_PAST;
}

static void tally(rd_tally *tally, bool success)
{
  tally->tests += 1 - tally->tests / fade;
  tally->successes += (success ? 1.0 : 0.0) - tally->successes / fade;
}

static double lean_on(const rd_tally *tally, double wider)
{
  return (tally->successes + lean * wider) / (tally->tests + lean);
}

static double odds_of(double chance)
{
  return chance / (1 - chance);
}

static size_t find_pass(const rd_success_model *model, const char *pass)
{
  size_t i = 0;
  while (i < model->count && model->passes[i].pass != pass)
    i++;
  return i;
}

static void count_result(rd_success_model *model, const rd_future *future,
                         bool success)
{
  const char *pass = future->pass;
  size_t at = find_pass(model, pass);
  tally(&model->all, success);
  if (at == RD_MODEL_PASSES)
    return;
  if (at == model->count)
    model->passes[model->count++].pass = pass;
  tally(&model->passes[at].all, success);
  tally(&model->passes[at].after[future->past % RD_PAST], success);
  tally(&model->passes[at].gaining[future->gain], success);
}

/* The probability of a success: above 0, below 1. */
static double success_chance(const rd_success_model *model,
                             const rd_future *future)
{
  double wide = lean_on(&model->all, prior);
  size_t at = find_pass(model, future->pass);
  if (at == model->count)
    return wide;
  const rd_pass_model *of = &model->passes[at];
  wide = lean_on(&of->all, wide);
  double odds = odds_of(lean_on(&of->after[future->past % RD_PAST], wide)) *
                odds_of(lean_on(&of->gaining[future->gain], wide)) /
                odds_of(wide);
  return odds / (1 + odds);
}

/* ---- the tree ---- */

rd_future *rd_futures_root(const rd_futures *futures)
{
  return futures->list.size ? futures->list.data[0] : NULL;
}

rd_future *rd_futures_add(rd_futures *futures, rd_future *before,
                          bool is_success)
{
  rd_future *future = mem_alloc(1, sizeof *future);
  future->before = before;
  future->is_success = is_success;
  future->scout = RD_NONE;
  if (before) {
    before->next[is_success] = future;
    future->trees = before->trees;
  }
  ARRAY_PUSH(&futures->list, future);
  return future;
}

static double chance(const rd_futures *futures, const rd_future *future,
                     bool is_success)
{
  double success;
  if (future->is_answered)
    success = future->verdict == RD_INTERESTING ? 1 : 0;
  else if (future->is_likely)
    success = likely_chance;
  else if (future->is_foreseen)
    success = foreseen_chance;
  else
    success = success_chance(&futures->model, future);
  return is_success ? success : 1 - success;
}

static unsigned bits_of(size_t number)
{
  unsigned bits = 0;
  for (; number && bits < RD_GAINS - 1; number >>= 1)
    bits++;
  return bits;
}

/* What the model has to know of a question. Until the first success the largest
 * text met stands for the one that all were made from. */
static void set_traits(rd_future *future, const rd_futures *futures)
{
  const rd_future *before = future->before;
  future->past =
      before ? past_of(before->past, future->is_success) : futures->past;
  future->best = !before              ? futures->best
                 : future->is_success ? before->size
                                      : before->best;
  if (future->size > future->best)
    future->best = future->size;
  future->gain = bits_of(future->best - future->size);
}

void rd_futures_weigh(rd_futures *futures)
{
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    const rd_future *before = future->before;
    set_traits(future, futures);
    future->weight =
        before ? before->weight * chance(futures, before, future->is_success)
               : 1;
  }
}

static bool is_dead(const rd_future *future)
{
  const rd_future *before = future->before;
  if (future->is_dead || !before)
    return future->is_dead;
  bool success = before->verdict == RD_INTERESTING;
  return before->is_dead ||
         (before->is_answered && future->is_success != success);
}

void rd_futures_prune(rd_futures *futures)
{
  size_t kept = 0;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    future->is_dead = is_dead(future);
    if (!future->is_dead) {
      futures->list.data[kept++] = future;
      continue;
    }
    if (future->before && !future->before->is_dead)
      future->before->next[future->is_success] = NULL;
    ARRAY_PUSH(&futures->dead, future);
  }
  futures->list.size = kept;
}

/* After pruning, all other questions follow from the answer, so the next one,
 * if any, is second in the list. */
rd_future *rd_futures_advance(rd_futures *futures)
{
  rd_futures_prune(futures);
  rd_future *root = futures->list.data[0];
  bool success = root->verdict == RD_INTERESTING;
  futures->list.size--;
  memmove(futures->list.data, futures->list.data + 1,
          futures->list.size * sizeof *futures->list.data);
  if (root->next[success])
    root->next[success]->before = NULL;
  set_traits(root, futures);
  count_result(&futures->model, root, success);
  futures->past = past_of(futures->past, success);
  futures->best = success ? root->size : root->best;
  return root;
}

static bool is_settled(const rd_future *future)
{
  return future->kind == RD_FUTURE_ASKS &&
         (future->runs || future->is_answered || future->is_foreseen ||
          future->has_twin);
}

/* Has the question's test given way to another, and its scout gone on? Then its
 * text is needed once more. Who came elsewhere once would come there again. */
static bool is_lost(const rd_future *future)
{
  return future->kind == RD_FUTURE_ASKS && future->scout == RD_NONE &&
         !future->is_missed && !is_settled(future);
}

double rd_futures_open(rd_future **out, bool *is_success_out,
                       const rd_futures *futures)
{
  double most = 0;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    if (!is_settled(future))
      continue;
    for (unsigned edge = 0; edge < 2; edge++) {
      double weight = future->weight * chance(futures, future, edge);
      const rd_future *next = future->next[edge];
      if ((next && !is_lost(next)) || weight <= most)
        continue;
      most = weight;
      *out = future;
      *is_success_out = edge;
    }
  }
  return most;
}

void rd_futures_dispose(rd_futures *futures)
{
  ARRAY_FREE(&futures->list);
  ARRAY_FREE(&futures->dead);
}
