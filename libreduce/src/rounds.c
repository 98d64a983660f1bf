/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The rounds of the default schedule: choosing the next step.
 *
 * The most promising step (rd_yield_worth) runs next, until each has run on the present
 * text without a success; such a step is *clean*. Then the policy asks for more
 * (round_policy.c) until it has asked for everything. A new round begins when a
 * step is chosen that already ran in this one, or when the policy asks for
 * more. Steps of the end game run when all others are clean, and not before the
 * second effort.
 *
 * The tokens at stake are counted if that is cheap, in steps that take all
 * places at once; a work list has the whole text at stake. For a step that has
 * run before, only removals by others since then can make a difference; in the
 * measured cases a second run removed less than a tenth. The exception is a
 * step that drops all its units together: other steps created those (unused
 * symbols).
 *
 * Rewrites of a large text are not requested until its other steps are clean.
 *
 * An order may lead to a text that hardly gets smaller, while another would not:
 * removals that succeed early can make later ones fail. A text that is *stuck*
 * is left for the early text, that which the first tree's steps left and what made
 * tests cheaper at once, and the step that began is then the last. This is a lookahead: if it gets below the
 * stuck text in as many tests as showed that it is stuck, the search goes on
 * from there, in that order; if not, it goes on as before. There is none where a
 * success is costly: a quarter of a restart's tests succeed. Nor from a text that is
 * hundreds of times as large, where its tests would take longer than all others.
 */
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "attempt.h"

enum { AGAIN = 10 };

/* What takes so much of the text is a good part of it. */
enum { BULKY_PART = 8 };

/* A text between these sizes is stuck if it has not lost half of its tokens in so
 * many tests. Measured on twenty-nine C cases: one was stuck, and went from 65
 * tokens to 46, and from 1294 tests to 479. With 40 tokens for 80, two more
 * were stuck; they took 49 and 75 more tests, and their restarts gained nothing. */
enum { STUCK_ABOVE = 80, STUCK_BELOW = 500, STUCK_TESTS = 64, RESTARTS = 3 };

/* How much larger the early text may be. Restarts that paid began at 230 times
 * the tokens at most, but for one that saved four of 92. */
enum { MOST_TIMES = 500 };

/* A step of the schedule. */
struct planned {
  rd_step step;
  rd_yield yield;
  bool is_clean; /* at `effort`, on the text after `accepted` steps */
  rd_effort effort;
  uint64_t accepted;
  uint64_t left;  /* steps accepted when it last ended */
  uint32_t round; /* the last round in which it ran, or 0 */
};

/* A text that was accepted. */
struct early {
  textbuf text;
  rd_measure measure;
};

typedef ARRAY(struct planned) plan;

struct rounds {
  rd_reduction *reduction;
  rd_round_policy policy;
  plan planned;
  struct early early;   /* the text on which the order began; none in a
                           lookahead */
  uint64_t half_tokens; /* of the text, and tests, when it had last lost half */
  uint64_t half_tests;  /* of what it had before */
  unsigned restarts;
  size_t opener;   /* the step that succeeded first in this order, but for those
                      that make tests cheaper (`soon`), */
  size_t last;     /* and the one that waits for all others; NO_STEP */
  size_t rules;    /* number of the front end's rules that are planned */
  uint64_t budget; /* choices left for the text */
  uint64_t accepted; /* after so many steps; NO_TEXT: for none yet */
};

#define NO_TEXT UINT64_MAX
#define NO_STEP SIZE_MAX

static bool is_clean(const struct rounds *rounds, const struct planned *next)
{
  return next->is_clean && next->effort >= rounds->policy.effort &&
         next->accepted == rounds->reduction->stats.accepted;
}

/* Can a planned step ask for anything? Most rules have nothing to offer for
 * most texts. */
static bool has_work(const struct rounds *rounds, const struct planned *next)
{
  return next->step.passes[0] != RD_PASS_REWRITES ||
         rounds->reduction->rules.data[next->step.rule].offers;
}

static rd_stake stake_of(struct rounds *rounds, const struct planned *next)
{
  uint64_t tokens = rounds->reduction->measure.tokens;
  rd_stake stake = { .units = tokens, .tokens = tokens };
  rd_attempt attempt = { .reduction = rounds->reduction,
                         .step = &next->step,
                         .policy = &rounds->policy };
  if (next->step.walk == RD_WALK_TREE && rd_attempt_has(&attempt, 0))
    rd_attempt_survey(&stake.units, &stake.tokens, &attempt);
  rd_attempt_dispose(&attempt);
  if (stake.tokens > tokens)
    stake.tokens = tokens; /* several deltas may want the same token */
  if (next->round && next->step.growth != RD_GROWS_LITTLE)
    stake.tokens /= AGAIN;
  return stake;
}

static size_t number_of(const struct rounds *rounds, const struct planned *next)
{
  return (size_t)(next - rounds->planned.data);
}

/* Does the step come before others, whatever it is worth? Comments that take a good part
 * of a file make each parse and each result of an interruption larger. */
static bool is_urgent(const struct rounds *rounds, const struct planned *next,
                      rd_stake stake)
{
  uint64_t tokens = rounds->reduction->measure.tokens;
  return (next->step.soon && stake.units) ||
         (next->step.bulky && stake.tokens * BULKY_PART > tokens);
}

/* A step that has just run took what it could, so the others come before it. */
static uint64_t worth_of(struct rounds *rounds, const struct planned *next,
                         rd_stake stake)
{
  if ((next->left == rounds->reduction->stats.accepted && next->round) ||
      number_of(rounds, next) == rounds->last)
    return 0;
  if (is_urgent(rounds, next, stake))
    return UINT64_MAX;
  if (next->step.bulky && rounds->policy.effort < RD_EFFORT_LIKELY)
    return 0;
  return rd_yield_worth(&next->yield, (rd_growth)next->step.growth, stake);
}

/* Runs steps that are for the first tree only. What there is for them is not counted
 * before: of a large text that takes as long as the step itself. */
static rd_status run_first(struct rounds *rounds)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < rounds->planned.size && status == RD_OK; i++) {
    const struct planned *next = &rounds->planned.data[i];
    rounds->reduction->prepares = next->step.passes[0] == RD_PASS_REWRITES;
    if (next->step.first)
      status = rd_step_run(rounds->reduction, &next->step, &rounds->policy);
  }
  rounds->reduction->prepares = false;
  return status;
}

/* Steps of the end game, in their order, when all others are clean. */
static struct planned *choose_late(rd_stake *stake_out, struct rounds *rounds)
{
  uint64_t tokens = rounds->reduction->measure.tokens;
  *stake_out = (rd_stake){ .units = tokens, .tokens = tokens };
  for (size_t i = 0; i < rounds->planned.size; i++) {
    struct planned *next = &rounds->planned.data[i];
    if (next->step.most_tokens >= tokens && !is_clean(rounds, next) &&
        has_work(rounds, next) && rounds->policy.effort > RD_EFFORT_LIKELY)
      return next;
  }
  return NULL;
}

/* While the text stays, each step runs at most once at each effort, and each
 * effort ends with a choice of none. */
static bool makes_progress(struct rounds *rounds)
{
  const rd_stats *stats = &rounds->reduction->stats;
  if (rounds->accepted != stats->accepted)
    rounds->budget = (RD_EFFORT_ALL + 1) * (rounds->planned.size + 1);
  rounds->accepted = stats->accepted;
  return budget_take(&rounds->budget);
}

/* The most promising step, the first of equally good ones; NULL if all are
 * clean. */
static struct planned *choose(rd_stake *stake_out, struct rounds *rounds)
{
  struct planned *best = NULL;
  uint64_t most = 0;
  if (!makes_progress(rounds))
    return NULL;
  rd_round_policy_settle(&rounds->policy, rounds->reduction->measure.tokens,
                         rd_reduction_waits(rounds->reduction));
  for (size_t i = 0; i < rounds->planned.size; i++) {
    struct planned *next = &rounds->planned.data[i];
    if (next->step.first || next->step.most_tokens || is_clean(rounds, next) ||
        !has_work(rounds, next))
      continue;
    rd_stake stake = stake_of(rounds, next);
    uint64_t worth = worth_of(rounds, next, stake);
    if (best && worth <= most)
      continue;
    best = next;
    most = worth;
    *stake_out = stake;
  }
  return best ? best : choose_late(stake_out, rounds);
}

/* The order begins on the present text. */
static void keep_early(struct rounds *rounds)
{
  const rd_reduction *reduction = rounds->reduction;
  text_clear(&rounds->early.text);
  text_add(&rounds->early.text, reduction->best.data, reduction->best.size);
  rounds->early.measure = reduction->measure;
}

static rd_status run_planned(struct rounds *rounds, struct planned *next,
                             rd_stake stake)
{
  rd_reduction *reduction = rounds->reduction;
  uint64_t accepted = reduction->stats.accepted;
  uint64_t tokens = reduction->measure.tokens;
  if (next->round == reduction->round)
    reduction->round++;
  next->round = reduction->round;
  rd_status status = rd_step_run(reduction, &next->step, &rounds->policy);
  if (status != RD_OK)
    return status;
  rd_yield_learn(&next->yield, stake, tokens - reduction->measure.tokens);
  next->is_clean = reduction->stats.accepted == accepted;
  next->effort = rounds->policy.effort;
  next->accepted = accepted;
  next->left = reduction->stats.accepted;
  if (!next->is_clean) {
    if (rounds->opener == NO_STEP && !next->step.soon)
      rounds->opener = number_of(rounds, next);
    if (rounds->opener == NO_STEP && !reduction->lookahead)
      keep_early(rounds);
    if (rounds->policy.effort > RD_EFFORT_LIKELY)
      rounds->policy.effort = RD_EFFORT_LIKELY;
    reduction->stats.before_last = 0;
  }
  return RD_OK;
}

/* Plans each step of the schedule except the front end's rewrites, which
 * add_rules plans once for each rule. */
static void add_planned(struct rounds *rounds)
{
  const rd_schedule *schedule = rounds->reduction->schedule;
  for (size_t i = 0; i < rd_schedule_size(schedule); i++)
    if (schedule->steps[i].passes[0] != RD_PASS_REWRITES)
      ARRAY_PUSH(&rounds->planned,
                 (struct planned){ .step = schedule->steps[i] });
}

static const rd_step *find_rewrites(const rd_schedule *schedule)
{
  for (size_t i = 0; i < rd_schedule_size(schedule); i++)
    if (schedule->steps[i].passes[0] == RD_PASS_REWRITES)
      return &schedule->steps[i];
  return NULL;
}

/* The last tree may have named more rules than earlier ones. */
static void add_rules(struct rounds *rounds)
{
  const rd_reduction *reduction = rounds->reduction;
  const rd_step *step = find_rewrites(reduction->schedule);
  for (; step && rounds->rules < reduction->rules.size; rounds->rules++) {
    uint32_t flags = reduction->rules.data[rounds->rules].flags;
    struct planned next = { .step = *step };
    next.step.rule = (uint32_t)rounds->rules;
    next.step.first = (flags & RD_RULE_FIRST) != 0;
    next.step.soon = (flags & RD_RULE_SOON) != 0;
    next.step.most_tokens = flags & RD_RULE_LAST ? UINT16_MAX : 0;
    if (!(flags & RD_RULE_TOGETHER)) {
      next.step.search = RD_BY_ONE;
      next.step.growth = RD_GROWS_LINEAR;
    }
    ARRAY_PUSH(&rounds->planned, next);
    rounds->accepted = NO_TEXT;
  }
}

/* Runs the most promising steps until each is clean, as long as `goes_on` says. */
static rd_status run_while(struct rounds *rounds,
                           bool (*goes_on)(struct rounds *))
{
  rd_stake stake;
  struct planned *next;
  rd_status status = RD_OK;
  add_rules(rounds);
  while (status == RD_OK && goes_on(rounds) &&
         (next = choose(&stake, rounds))) {
    status = run_planned(rounds, next, stake);
    add_rules(rounds);
  }
  return status;
}

static bool looks_on(struct rounds *rounds)
{
  return rd_lookahead_goes_on(rounds->reduction);
}

/* Is the text not stuck? */
static bool is_moving(struct rounds *rounds)
{
  uint64_t tokens = rounds->reduction->measure.tokens;
  uint64_t tests = rounds->reduction->stats.tests;
  if (tokens <= rounds->half_tokens / 2) {
    rounds->half_tokens = tokens;
    rounds->half_tests = tests;
  }
  return tokens <= STUCK_ABOVE || tokens >= STUCK_BELOW ||
         rounds->restarts == RESTARTS || rounds->opener == NO_STEP ||
         rounds->early.measure.tokens > MOST_TIMES * tokens ||
         tests - rounds->half_tests < STUCK_TESTS;
}

/* Forgets what the last order taught. */
static void begin_order(struct rounds *rounds, size_t last)
{
  const rd_reduction *reduction = rounds->reduction;
  for (size_t i = 0; i < rounds->planned.size; i++)
    rounds->planned.data[i] =
        (struct planned){ .step = rounds->planned.data[i].step };
  rounds->last = last;
  rounds->opener = NO_STEP;
  rounds->accepted = NO_TEXT;
  rounds->policy.effort = RD_EFFORT_LARGEST;
  rounds->half_tokens = reduction->measure.tokens;
  rounds->half_tests = reduction->stats.tests;
}

/* Steps are counted from the text before the lookahead again. */
static void settle_order(struct rounds *rounds)
{
  rounds->policy.effort = RD_EFFORT_LIKELY;
  for (size_t i = 0; i < rounds->planned.size; i++) {
    rounds->planned.data[i].is_clean = false;
    rounds->planned.data[i].left = NO_TEXT;
  }
  rounds->accepted = NO_TEXT;
}

/* Takes up the early text in another order, and stays there if that pays. */
static rd_status restart(struct rounds *rounds)
{
  rd_reduction *reduction = rounds->reduction;
  const struct early *early = &rounds->early;
  struct rounds before = *rounds;
  rd_lookahead lookahead;
  bool won;
  rounds->planned = (plan){ 0 };
  for (size_t i = 0; i < before.planned.size; i++)
    ARRAY_PUSH(&rounds->planned, before.planned.data[i]);
  text_clear(&reduction->candidate);
  text_add(&reduction->candidate, early->text.data, early->text.size);
  reduction->pass = "restart";
  rd_status status =
      rd_lookahead_begin(&lookahead, reduction, early->measure, STUCK_TESTS);
  begin_order(rounds, before.opener);
  for (; status == RD_OK && rounds->policy.effort <= RD_EFFORT_LIKELY;
       rounds->policy.effort++)
    status = run_while(rounds, looks_on);
  status = rd_lookahead_end(&won, &lookahead, reduction, status);
  reduction->pass = NULL;
  if (won && status == RD_OK)
    status = rd_reduction_parse(reduction);
  ARRAY_FREE(won ? &before.planned : &rounds->planned);
  if (!won)
    *rounds = before;
  else
    settle_order(rounds);
  rounds->restarts = won ? rounds->restarts + 1 : RESTARTS;
  return status;
}

/* Runs the steps until each is clean, in another order where that gets stuck. */
static rd_status run_all(struct rounds *rounds)
{
  rd_status status = run_while(rounds, is_moving);
  while (status == RD_OK && !is_moving(rounds)) {
    status = restart(rounds);
    if (status == RD_OK)
      status = run_while(rounds, is_moving);
  }
  return status;
}

/* All likely deltas of the steps have failed: what more is there to try? Rewrites of a
 * large text are as likely, and come before deltas that hardly ever succeed. */
static rd_status ask_more(bool *more_out, struct rounds *rounds)
{
  rd_reduction *reduction = rounds->reduction;
  rd_status status = RD_OK;
  *more_out = false;
  if (rounds->policy.effort == RD_EFFORT_LIKELY)
    status = rd_reduction_widen(more_out, reduction);
  if (status != RD_OK || *more_out)
    return status;
  *more_out = rd_round_policy_ask_more(&rounds->policy,
                                       reduction->options->no_final_round);
  reduction->round += *more_out;
  if (*more_out && rounds->policy.effort == RD_EFFORT_ALL)
    reduction->stats.before_last = reduction->stats.tests;
  return RD_OK;
}

static rd_status run(struct rounds *rounds)
{
  bool more;
  rd_status status;
  do {
    status = run_all(rounds);
    if (status == RD_OK)
      status = ask_more(&more, rounds);
  } while (status == RD_OK && more);
  return status;
}

static struct rounds begin(rd_reduction *reduction)
{
  struct rounds rounds = { .reduction = reduction,
                           .accepted = NO_TEXT,
                           .opener = NO_STEP,
                           .last = NO_STEP };
  rounds.restarts = reduction->options->costly_success ? RESTARTS : 0;
  add_planned(&rounds);
  return rounds;
}

/* For rd_reduction.look_on. Anything that a lookahead learns about symbols is
 * discarded with it. */
static rd_status look_on(rd_reduction *reduction, const rd_round_policy *policy)
{
  struct rounds rounds = begin(reduction);
  rounds.policy = *policy;
  rounds.policy.effort = RD_EFFORT_LIKELY;
  rd_status status = run_while(&rounds, looks_on);
  ARRAY_FREE(&rounds.planned);
  return status;
}

rd_status rd_rounds_run(rd_reduction *reduction)
{
  rd_failures failures = { 0 };
  struct rounds rounds = begin(reduction);
  rounds.policy.failures = &failures;
  reduction->look_on = look_on;
  reduction->round = 1;
  add_rules(&rounds);
  rd_status status = run_first(&rounds);
  keep_early(&rounds);
  rounds.half_tokens = reduction->measure.tokens;
  if (status == RD_OK)
    status = run(&rounds);
  reduction->is_minimal =
      status == RD_OK && rd_round_policy_is_minimal(&rounds.policy);
  rd_failures_dispose(&failures);
  text_free(&rounds.early.text);
  ARRAY_FREE(&rounds.planned);
  return status;
}
