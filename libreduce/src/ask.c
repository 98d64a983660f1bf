/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The path of a question: cache, monotony, foresight, log, oracle; the first that
 * knows the answer gives it. What monotony says is no verdict and not cached, since the
 * last round asks again.
 *
 * Foresight comes before the log: its use and credibility depend on the answers
 * so far, so a search that takes its answers from the log must ask foresight
 * the same questions. An answer is logged before it is used. A test answered by
 * the log counts like any other, but costs nothing.
 *
 * In a scout (speculate.h) a question ends here: nothing outside the process is
 * touched, and the expected answer is assumed.
 */
#include "reduction.h"

rd_status rd_tell(rd_reduction *reduction, rd_event event)
{
  const rd_options *options = reduction->options;
  const rd_lookahead *lookahead = reduction->lookahead;
  if (!options->event || rd_speculation_is_scout(reduction->speculation) ||
      (lookahead && event.kind != RD_EVENT_TEST))
    return RD_OK;
  if (lookahead)
    event.pass = lookahead->pass;
  event.stats = &reduction->stats;
  event.pass = event.pass ? event.pass : reduction->pass;
  event.round = reduction->round;
  return options->event(options->event_payload, &event, reduction->err);
}

rd_status rd_ask_is_allowed(const rd_reduction *reduction)
{
  const rd_options *options = reduction->options;
  if (options->stop && *options->stop)
    return rd_fail(reduction->err, RD_ERR_STOPPED, "stopped");
  return RD_OK;
}

static rd_status check_limits(const rd_reduction *reduction)
{
  const rd_options *options = reduction->options;
  if (options->max_tests && reduction->stats.tests >= options->max_tests)
    return rd_fail(reduction->err, RD_ERR_STOPPED, "stopped after %llu tests",
                   (unsigned long long)options->max_tests);
  return rd_ask_is_allowed(reduction);
}

rd_status rd_ask_alone(rd_verdict *out, const rd_oracle *oracle,
                       const char *text, size_t size, rd_error *err)
{
  rd_ticket ticket, ended;
  rd_status status = oracle->submit(&ticket, oracle->payload, text, size, err);
  if (status != RD_OK)
    return status;
  status = oracle->wait(&ended, out, oracle->payload, err);
  if (status != RD_OK) { /* the caller that stopped us may still want to test
                            the result */
    if (oracle->cancel)
      oracle->cancel(oracle->payload, ticket);
    return status;
  }
  if (ended != ticket)
    return rd_fail(err, RD_ERR_INVALID,
                   "the oracle answered a question that was not asked");
  return rd_verdict_check(*out, err);
}

static bool recall(rd_verdict *out, const rd_reduction *reduction,
                   const rd_question *question)
{
  uint32_t answer;
  rd_log *log = reduction->options->log;
  if (!log ||
      !rd_log_find(&answer, log, RD_LOG_TEST, question->text, question->size))
    return false;
  *out = (rd_verdict)answer;
  return answer < RD_VERDICT_COUNT;
}

static rd_status ask_oracle(rd_verdict *out, rd_reduction *reduction,
                            const rd_question *question)
{
  rd_log *log = reduction->options->log;
  rd_status status;
  if (reduction->speculation) {
    status = rd_speculation_ask(out, reduction->speculation, question,
                                reduction->err);
  } else {
    reduction->stats.started++;
    status = rd_ask_alone(out, reduction->oracle, question->text,
                          question->size, reduction->err);
  }
  if (status != RD_OK || !log ||
      rd_speculation_is_scout(reduction->speculation))
    return status;
  rd_log_add(log, RD_LOG_TEST, question->text, question->size, (uint32_t)*out);
  return RD_OK;
}

static void note(rd_reduction *reduction, const rd_question *question,
                 rd_verdict verdict)
{
  reduction->stats.tests++;
  reduction->stats.verdicts[verdict]++;
  rd_cache_add(reduction->cache, question->key, verdict);
}

rd_status rd_ask_first(rd_verdict *out, rd_reduction *reduction,
                       const rd_question *question)
{
  rd_status status = check_limits(reduction);
  if (status != RD_OK)
    return status;
  reduction->recalled = recall(out, reduction, question);
  reduction->stats.recalled += reduction->recalled;
  if (!reduction->recalled)
    status = ask_oracle(out, reduction, question);
  else if (reduction->speculation)
    rd_speculation_tell(reduction->speculation, question, *out);
  if (status == RD_OK)
    note(reduction, question, *out);
  return status;
}

/* Without a test: is the text foreseen as invalid? What was expected of it counts, which
 * may be that it belongs to foresight's sample. */
static rd_status foresee(rd_prospect *out, rd_reduction *reduction,
                         const rd_question *question)
{
  *out = RD_UNCHECKED;
  if (!reduction->precheck)
    return RD_OK;
  const rd_expected *expected = &reduction->expected;
  if (expected->exists && rd_key_is_same(expected->key, question->key)) {
    *out = expected->prospect;
    return RD_OK;
  }
  const textbuf *best = &reduction->best;
  rd_question base = { .text = best->data, .size = best->size };
  base.key = rd_key_of(base.text, base.size);
  rd_status status = rd_precheck_ask(out, reduction->precheck, question, &base,
                                     reduction->err);
  if (status == RD_OK && *out == RD_FORESEEN)
    rd_cache_add(reduction->cache, question->key, RD_INVALID);
  return status;
}

static void learn(rd_reduction *reduction, const rd_question *question,
                  rd_verdict verdict)
{
  if (reduction->monotony)
    rd_monotony_learn(reduction->monotony, question->text, question->size,
                      &reduction->best, verdict);
}

/* Is a text that failed, but not as invalid, likely to be valid? Its failure says
 * something of its parts then. */
static bool is_valid(const rd_reduction *reduction, rd_prospect prospect)
{
  const rd_foresight *foresight = &reduction->options->foresight;
  if (foresight->is_unjudged)
    return prospect == RD_PASSED && foresight->is_thorough;
  return prospect == RD_PASSED || prospect == RD_UNCHECKED;
}

static rd_status ask_live(rd_verdict *out, rd_reduction *reduction,
                          const rd_question *question, rd_measure measure)
{
  rd_prospect prospect;
  rd_status status = foresee(&prospect, reduction, question);
  if (status != RD_OK)
    return status;
  *out = RD_INVALID;
  if (prospect != RD_FORESEEN)
    status = rd_ask_first(out, reduction, question);
  else if (reduction->speculation)
    rd_speculation_tell(reduction->speculation, question, RD_INVALID);
  if (status != RD_OK || rd_speculation_is_scout(reduction->speculation))
    return status;
  if (reduction->precheck)
    rd_precheck_learn(reduction->precheck, question, prospect, *out);
  if (prospect == RD_FORESEEN)
    return RD_OK;
  if (*out == RD_INTERESTING || is_valid(reduction, prospect))
    learn(reduction, question, *out);
  return rd_tell(reduction, (rd_event){ .kind = RD_EVENT_TEST,
                                        .verdict = *out,
                                        .measure = measure,
                                        .text = question->text,
                                        .text_size = question->size,
                                        .recalled = reduction->recalled });
}

/* Does an earlier failure answer the question? */
static bool is_implied(rd_reduction *reduction, const rd_question *question)
{
  reduction->is_implied =
      reduction->infers && reduction->monotony &&
      rd_monotony_expects(reduction->monotony, question->text, question->size,
                          &reduction->best);
  reduction->stats.implied += reduction->is_implied;
  return reduction->is_implied;
}

rd_status rd_ask(rd_verdict *out, rd_reduction *reduction,
                 const rd_question *question, rd_measure measure)
{
  reduction->is_implied = false;
  if (rd_cache_find(out, reduction->cache, question->key)) {
    reduction->stats.cache_hits++;
    if (*out == RD_INTERESTING)
      learn(reduction, question, *out);
    return RD_OK;
  }
  *out = RD_UNINTERESTING;
  if (is_implied(reduction, question))
    return RD_OK;
  rd_status status = check_limits(reduction);
  if (status != RD_OK)
    return status;
  if (!rd_speculation_is_scout(reduction->speculation))
    return ask_live(out, reduction, question, measure);
  *out = rd_speculation_follow(reduction->speculation, question);
  note(reduction, question, *out);
  if (!reduction->precheck) /* else it does not know which texts are invalid */
    learn(reduction, question, *out);
  return RD_OK;
}

rd_status rd_ask_expect(rd_likely *out, rd_reduction *reduction,
                        const rd_question *question)
{
  static const rd_likely likely[] = {
    [RD_UNCHECKED] = RD_UNSURE, [RD_PASSED] = RD_LIKELY,
    [RD_REJECTED] = RD_UNSURE,  [RD_DOUBTED] = RD_UNSURE,
    [RD_UNNAMED] = RD_UNSURE,   [RD_FORESEEN] = RD_UNLIKELY
  };
  rd_verdict verdict;
  *out = RD_UNSURE;
  if (rd_cache_find(&verdict, reduction->cache, question->key))
    *out = verdict == RD_INTERESTING ? RD_LIKELY : RD_UNLIKELY;
  if (*out != RD_UNSURE ||
      (reduction->infers && reduction->monotony &&
       rd_monotony_knows(reduction->monotony, question->text, question->size,
                         &reduction->best)))
    return RD_OK;
  rd_expected expected = { .exists = true, .key = question->key };
  rd_status status = foresee(&expected.prospect, reduction, question);
  reduction->expected = expected;
  *out = likely[expected.prospect];
  return status;
}

bool rd_ask_is_foreseen(void *payload, const rd_question *question)
{
  rd_reduction *reduction = payload;
  rd_verdict verdict;
  if (recall(&verdict, reduction, question))
    return verdict != RD_INTERESTING;
  return reduction->precheck &&
         rd_precheck_expects(reduction->precheck, question);
}
