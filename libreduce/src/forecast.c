/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whether to believe foresight, which says before a test that the text is
 * invalid.
 *
 * It is paid only where it pays: when, by what the texts of late were, the
 * tests that it saves cost more than the checks. What both cost is a fixed
 * function of the size of the text, not a time, so that nothing depends on
 * clocks. First it is on probation: what it rejects is tested all the same.
 * When it was right often enough it is believed, and of what it rejects only a
 * sample is tested, a smaller and smaller one. A text that it rejects and that
 * is interesting is a step lost: the first puts it on probation again, the
 * second is the end of it. One that fails, but not as invalid, is no loss; but
 * if there are many, foresight says something else than the judge does.
 *
 * Some passes guess, and most of what they offer is invalid. They would not be
 * worth their tests, so their questions are always checked: what has more errors
 * than the text that it was made from is never tested. That is stricter than
 * what the judge allows, which goes by the original, and more lenient where the
 * judge takes for right what foresight does not. Nothing is learned from such
 * texts, which are not what the other passes ask.
 *
 * Everything follows from the answers in their order, and from nothing that is
 * done ahead of it. So answers that stand in the log, with those of the checks,
 * lead the same way again.
 */
#include "forecast.h"

#include <stdlib.h>

enum {
  RECENT = 64,      /* texts that "of late" goes back, about */
  FEW = 16,         /* texts that say nothing yet */
  PROBATION = 12,   /* rejections that must be right */
  JUDGED_FEW = 40,  /* rejections that do not condemn it yet */
  SHARE = 20,       /* one in so many may fail otherwise */
  MOST_LOST = 2,    /* interesting texts rejected */
  FIRST_SAMPLE = 8, /* of the rejected, the n-th is tested */
  LAST_SAMPLE = 64,
  FIRST_REST = 64, /* texts that are not checked when checks did not pay */
  LAST_REST = 4096
};

/* A share that forgets. */
struct share {
  uint32_t hits, all;
};

struct rd_forecast {
  rd_foresight foresight;
  rd_log *log;
  rd_stats *stats;
  rd_cache *checked; /* opinions in their form for the log */
  uint32_t base_errors;
  struct share invalid;  /* of all texts */
  struct share rejected; /* of those checked */
  uint32_t judged;       /* rejections that were tested */
  uint32_t otherwise;    /* of those: failed, but not as invalid */
  uint32_t lost;
  uint32_t sample;  /* one in so many rejected texts is tested */
  uint32_t undrawn; /* rejected since the last one that was */
  uint32_t rest, until_rested;
};

rd_forecast *rd_forecast_new(const rd_foresight *foresight, rd_log *log,
                             rd_stats *stats)
{
  rd_forecast *forecast = rd_alloc(1, sizeof *forecast);
  forecast->foresight = *foresight;
  forecast->log = log;
  forecast->stats = stats;
  forecast->checked = rd_cache_new((size_t)1024 * 1024);
  forecast->sample = FIRST_SAMPLE;
  forecast->rest = FIRST_REST;
  return forecast;
}

void rd_forecast_free(rd_forecast *forecast)
{
  if (!forecast)
    return;
  rd_cache_free(forecast->checked);
  free(forecast);
}

static void count(struct share *share, bool hit)
{
  share->hits += hit;
  if (++share->all < 2 * RECENT)
    return;
  share->hits /= 2;
  share->all /= 2;
}

/* ---- does it pay? ---- */

/* In us, by measurement: libclang parses a tiny text in 1.1 ms and 723 KB in
 * 106 ms; a compiler takes 8 ms to its first error at the least, and some half
 * of its 0.9 us a byte when it gets no further than the front end. */
static uint64_t check_cost(size_t size)
{
  return 1100 + size * 3 / 20;
}

static uint64_t test_cost(size_t size)
{
  return 8000 + size * 9 / 20;
}

static bool pays(struct share share, size_t size)
{
  return share.hits * test_cost(size) > share.all * check_cost(size);
}

static bool is_off(const rd_forecast *forecast)
{
  return forecast->lost >= MOST_LOST ||
         (forecast->judged >= JUDGED_FEW &&
          forecast->otherwise * SHARE > forecast->judged);
}

static bool is_worth_it(const rd_forecast *forecast, size_t size)
{
  return !is_off(forecast) && forecast->until_rested == 0 &&
         forecast->invalid.all >= FEW && pays(forecast->invalid, size);
}

/* Checks that find little rest for a while, each time for longer. */
static void rest(rd_forecast *forecast, size_t size)
{
  if (forecast->rejected.all < 2 * FEW || pays(forecast->rejected, size))
    return;
  forecast->rejected = (struct share){ 0 };
  forecast->until_rested = forecast->rest;
  if (forecast->rest < LAST_REST)
    forecast->rest *= 2;
}

/* ---- is it right? ---- */

static bool is_trusted(const rd_forecast *forecast)
{
  return forecast->judged >= PROBATION &&
         forecast->otherwise * SHARE <= forecast->judged;
}

/* Is this rejected text of the sample? */
static bool draw(rd_forecast *forecast)
{
  if (++forecast->undrawn < forecast->sample)
    return false;
  forecast->undrawn = 0;
  if (forecast->sample < LAST_SAMPLE)
    forecast->sample *= 2;
  return true;
}

void rd_forecast_learn(rd_forecast *forecast, rd_prospect prospect,
                       rd_verdict verdict)
{
  bool invalid = verdict == RD_INVALID || verdict == RD_OVERRULED;
  count(&forecast->invalid, invalid);
  if (forecast->until_rested)
    forecast->until_rested--;
  if (prospect != RD_REJECTED)
    return;
  forecast->judged++;
  if (invalid)
    return;
  forecast->stats->misjudged++;
  if (verdict != RD_INTERESTING) {
    forecast->otherwise++;
    return;
  }
  forecast->lost++;
  forecast->judged = forecast->otherwise = forecast->undrawn = 0;
  forecast->sample = FIRST_SAMPLE;
}

/* ---- asking ---- */

static uint32_t pack(rd_opinion opinion)
{
  return 2 * opinion.errors + opinion.invalid;
}

static rd_opinion unpack(uint32_t answer)
{
  return (rd_opinion){ .invalid = answer & 1, .errors = answer / 2 };
}

/* The answer of the log, or of an earlier question; false: there is none. */
static bool recall(rd_opinion *out, const rd_forecast *forecast,
                   const rd_question *question)
{
  uint32_t answer;
  rd_verdict cached;
  if (forecast->log && rd_log_find(&answer, forecast->log, RD_LOG_CHECK,
                                   question->text, question->size)) {
    *out = unpack(answer);
    return true;
  }
  if (!rd_cache_find(&cached, forecast->checked, question->key))
    return false;
  *out = unpack((uint32_t)cached);
  return true;
}

static rd_status check(rd_opinion *out, const rd_forecast *forecast,
                       const rd_question *question, rd_error *err)
{
  const rd_foresight *foresight = &forecast->foresight;
  if (recall(out, forecast, question))
    return RD_OK;
  *out = (rd_opinion){ 0 };
  rd_status status = foresight->check(out, foresight->payload, question->text,
                                      question->size, err);
  if (status != RD_OK)
    return status;
  rd_cache_add(forecast->checked, question->key, (rd_verdict)pack(*out));
  if (forecast->log)
    rd_log_add(forecast->log, RD_LOG_CHECK, question->text, question->size,
               pack(*out));
  return RD_OK;
}

rd_status rd_forecast_base(rd_forecast *forecast, const rd_question *base,
                           rd_error *err)
{
  rd_opinion opinion;
  rd_status status = check(&opinion, forecast, base, err);
  if (status == RD_OK)
    forecast->base_errors = opinion.errors;
  return status;
}

static bool is_worse(const rd_forecast *forecast, rd_opinion opinion)
{
  return opinion.errors > forecast->base_errors;
}

/* What is to be done with a text of which that was said. */
static rd_prospect judge(rd_forecast *forecast, const rd_question *question,
                         rd_opinion opinion)
{
  if (question->is_checked)
    return is_worse(forecast, opinion) ? RD_FORESEEN : RD_PASSED;
  count(&forecast->rejected, opinion.invalid);
  rest(forecast, question->size);
  if (!opinion.invalid)
    return RD_PASSED;
  return is_trusted(forecast) && !draw(forecast) ? RD_FORESEEN : RD_REJECTED;
}

rd_status rd_forecast_ask(rd_prospect *out, rd_forecast *forecast,
                          const rd_question *question, rd_error *err)
{
  rd_opinion opinion;
  *out = RD_UNCHECKED;
  if (!question->is_checked && !is_worth_it(forecast, question->size))
    return RD_OK;
  rd_status status = check(&opinion, forecast, question, err);
  if (status != RD_OK)
    return status;
  forecast->stats->checks++;
  *out = judge(forecast, question, opinion);
  forecast->stats->foreseen += *out == RD_FORESEEN;
  return RD_OK;
}

bool rd_forecast_expects(rd_forecast *forecast, const rd_question *question)
{
  rd_opinion opinion;
  if (!question->is_checked &&
      (!is_worth_it(forecast, question->size) || !is_trusted(forecast)))
    return false;
  if (check(&opinion, forecast, question, NULL) != RD_OK)
    return false;
  return question->is_checked ? is_worse(forecast, opinion) : opinion.invalid;
}
