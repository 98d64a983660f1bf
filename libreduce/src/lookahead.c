/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lookaheads for deltas that leave the text as large as before, or larger.
 *
 * An inlined body, a typedef resolved at many uses, a name replaced by another:
 * the gain comes from later removals. The grown text, if interesting, is
 * therefore reduced for a while with the ordinary steps, at the lowest effort.
 * Earlier failures are not tried again there, so that the questions concern
 * what the delta changed. As soon as the text is below its old measure, the
 * lookahead is won, and its whole path is one accepted step. If that does not
 * happen within the budget, the old text with its tree is restored.
 *
 * The events of a lookahead are only its tests: an accepted step lowers the
 * measure, and a lost lookahead contains none. All of a lookahead's state
 * belongs to the reduction, so scouts (speculate.h) handle lookaheads like any
 * other step.
 *
 * A grown text that lost is remembered, so that no lookahead runs twice. Lost
 * lookaheads are expensive; their total tests since the last accepted step are
 * limited too.
 */
#include "reduction.h"

#include <stdlib.h>

enum {
  LEAST_GROWTH = 8,   /* tokens by which a text may grow, */
  GROWTH_PART = 2,    /* plus one for this many tokens that it has, */
  MOST_GROWTH = 60,   /* but at most this many */
  BASE_TESTS = 40,    /* tests of a lookahead, */
  TOKEN_TESTS = 2,    /* plus this for each token of growth */
  LOST_TESTS = 200,   /* tests of lost lookaheads, */
  LOST_PER_TOKEN = 4, /* plus this for each token of the text */
};

bool rd_lookahead_goes_on(const rd_reduction *reduction)
{
  const rd_lookahead *lookahead = reduction->lookahead;
  const rd_options *options = reduction->options;
  return !rd_measure_is_less(reduction->measure, lookahead->before) &&
         reduction->stats.tests < lookahead->last_test &&
         !(options->skip && *options->skip);
}

/* The largest text for which a lookahead is run. */
static rd_measure most_grown(rd_measure now)
{
  uint64_t part = LEAST_GROWTH + now.tokens / GROWTH_PART;
  now.tokens += part < MOST_GROWTH ? part : MOST_GROWTH;
  now.bytes = UINT64_MAX;
  return now;
}

static bool is_spent(rd_reduction *reduction)
{
  rd_lost *lost = &reduction->lost;
  if (lost->accepted != reduction->stats.accepted) {
    lost->accepted = reduction->stats.accepted;
    lost->tests = 0;
  }
  return lost->tests >= LOST_TESTS + LOST_PER_TOKEN * reduction->measure.tokens;
}

static bool has_lost(rd_reduction *reduction, rd_key key)
{
  rd_verdict verdict;
  if (!reduction->lost.texts)
    reduction->lost.texts = rd_cache_new((size_t)1024 * 1024);
  return rd_cache_find(&verdict, reduction->lost.texts, key);
}

rd_status rd_lookahead_begin(rd_lookahead *out, rd_reduction *reduction,
                             rd_measure measure, uint64_t tests)
{
  *out = (rd_lookahead){ .before = reduction->measure,
                         .last_test = reduction->stats.tests + tests,
                         .pass = reduction->pass };
  rd_reduction_save(&out->snapshot, reduction, measure);
  reduction->lookahead = out;
  return rd_reduction_parse(reduction);
}

rd_status rd_lookahead_end(bool *won_out, rd_lookahead *lookahead,
                           rd_reduction *reduction, rd_status status)
{
  rd_measure after = reduction->measure;
  *won_out = status == RD_OK && rd_measure_is_less(after, lookahead->before) &&
             after.bytes <= reduction->most_bytes;
  reduction->lookahead = NULL;
  rd_reduction_restore(reduction, &lookahead->snapshot);
  return *won_out ? rd_reduction_accept(reduction, after) : status;
}

/* Reduces the candidate, which is interesting. */
static rd_status reduce_grown(bool *won_out, rd_reduction *reduction,
                              const rd_round_policy *policy, rd_measure grown)
{
  uint64_t before = reduction->measure.tokens;
  uint64_t growth = grown.tokens > before ? grown.tokens - before : 0;
  rd_lookahead lookahead;
  rd_status status = rd_lookahead_begin(&lookahead, reduction, grown,
                                        BASE_TESTS + TOKEN_TESTS * growth);
  if (status == RD_OK)
    status = reduction->look_on(reduction, policy);
  return rd_lookahead_end(won_out, &lookahead, reduction, status);
}

rd_status rd_lookahead_run(bool *taken_out, rd_reduction *reduction,
                           const rd_round_policy *policy, const rd_edit *edits,
                           size_t count)
{
  rd_measure grown, most = most_grown(reduction->measure);
  bool interesting;
  *taken_out = false;
  if (reduction->lookahead || is_spent(reduction))
    return RD_OK;
  rd_status status = rd_reduction_ask_grown(&interesting, &grown, reduction,
                                            most, edits, count);
  if (status != RD_OK || !interesting)
    return status;
  const textbuf *text = &reduction->candidate;
  rd_key key = rd_key_of(text->data, text->size);
  if (has_lost(reduction, key))
    return RD_OK;
  uint64_t tests = reduction->stats.tests;
  status = reduce_grown(taken_out, reduction, policy, grown);
  if (status != RD_OK || *taken_out)
    return status;
  rd_cache_add(reduction->lost.texts, key, RD_UNINTERESTING);
  reduction->lost.tests += reduction->stats.tests - tests;
  return RD_OK;
}
