/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One candidate of a step: from numbers of deltas to edits, and the try.
 *
 * The default algorithm does not try some deltas (round_policy.c): those that failed
 * before, and those that would leave a used name undeclared.
 */
#include "attempt.h"

/* Tests in a row without a success after which a step of the default is left. A
 * round of the default over a text of 10 000 tokens asks about as many
 * questions, so no step is left while it still makes progress. */
enum { PATIENCE = 20000 };

/* Timeouts without a success after which a step waits until others have run. A
 * text that takes the compiler that long costs as much as hundreds of others,
 * and the deltas of a step tend to be alike in that. A step that runs once may
 * have more: some lines of a script end its loops. */
enum { MOST_TIMEOUTS = 2, MOST_TIMEOUTS_ONCE = 8 };

/* Do the rewrites of a rule that go together edit one node, as members that are moved
 * to before their class do? */
static bool are_joined(const rd_attempt *attempt)
{
  const rd_reduction *reduction = attempt->reduction;
  return attempt->step->passes[attempt->index] == RD_PASS_REWRITES &&
         (reduction->rules.data[attempt->step->rule].flags & RD_RULE_TOGETHER);
}

/* Adds a text for a node to those of the candidate and of the configuration: it keeps
 * what an earlier one does to the node. */
static void add_text(rd_edit_list *out, rd_config *config, rd_edit edit)
{
  size_t i = out->size;
  while (i > 0 && out->data[i - 1].node != edit.node)
    i--;
  rd_edit earlier = i ? out->data[i - 1] : rd_config_at(config, edit.node);
  if (earlier.op == RD_TEXT)
    (void)rd_config_join(&edit.arg, config, edit.node, earlier.arg, edit.arg);
  ARRAY_PUSH(out, edit);
}

void rd_attempt_add(rd_edit_list *out, const rd_attempt *attempt,
                    uint32_t number)
{
  const rd_delta *delta = &attempt->deltas.list.data[number];
  for (uint32_t i = 0; i < delta->count; i++) {
    rd_edit edit = attempt->deltas.edits.data[delta->begin + i];
    if (edit.op == RD_TEXT && are_joined(attempt))
      add_text(out, attempt->reduction->config, edit);
    else
      ARRAY_PUSH(out, edit);
  }
}

/* Has a step of the end game used up its test budget? */
static bool is_spent(const rd_attempt *attempt)
{
  uint64_t budget = attempt->step->budget * attempt->first_tokens;
  return budget &&
         attempt->reduction->stats.tests - attempt->first_test >= budget;
}

/* Has the step taken a quarter of a text that waits for a rule? The text after it may
 * be one for which the rule has something. */
static bool has_enough(const rd_attempt *attempt)
{
  uint64_t tokens = attempt->reduction->measure.tokens;
  return attempt->policy && 4 * tokens <= 3 * attempt->first_tokens &&
         rd_reduction_waits(attempt->reduction);
}

bool rd_attempt_goes_on(rd_attempt *attempt)
{
  const rd_stats *stats = &attempt->reduction->stats;
  const rd_options *options = attempt->reduction->options;
  bool pure = (attempt->reduction->schedule->flags & RD_PURE) != 0;
  if (attempt->is_over)
    return false;
  if (attempt->reduction->lookahead)
    return rd_lookahead_goes_on(attempt->reduction);
  if (has_enough(attempt)) {
    attempt->is_over = true;
    return false;
  }
  uint64_t patience = options->patience;
  if (!patience)
    patience = pure ? UINT64_MAX : PATIENCE;
  if (attempt->last_accepted != stats->accepted || !attempt->last_tests) {
    attempt->last_accepted = stats->accepted;
    attempt->last_tests = stats->tests;
    attempt->last_timeouts = stats->verdicts[RD_TIMEOUT];
  }
  uint64_t timeouts = attempt->step->first ? MOST_TIMEOUTS_ONCE : MOST_TIMEOUTS;
  if (attempt->policy && attempt->policy->effort != RD_EFFORT_ALL &&
      stats->verdicts[RD_TIMEOUT] - attempt->last_timeouts >= timeouts)
    return false;
  if (options->skip && *options->skip) {
    *options->skip = 0;
    attempt->is_left = true;
  }
  attempt->is_left |=
      stats->tests - attempt->last_tests >= patience || is_spent(attempt);
  if (attempt->is_left && attempt->policy)
    attempt->policy->is_cut = true;
  return !attempt->is_left;
}

rd_pins *rd_attempt_pins(rd_attempt *attempt)
{
  if (!attempt->pins)
    attempt->pins = rd_pins_new(attempt->reduction->config);
  return attempt->pins;
}

uint64_t rd_attempt_key(rd_attempt *attempt, uint32_t number)
{
  const rd_delta *delta = &attempt->deltas.list.data[number];
  return rd_failures_key(
      attempt->policy->failures, attempt->reduction->renderer,
      attempt->reduction->config, attempt->deltas.edits.data + delta->begin,
      delta->count);
}

bool rd_attempt_is_remembered(rd_attempt *attempt, uint64_t key)
{
  const rd_round_policy *policy = attempt->policy;
  if (policy->effort == RD_EFFORT_ALL ||
      !rd_failures_has(policy->failures, key))
    return false;
  attempt->reduction->stats.remembered++;
  return true;
}

/* Do the candidates take along what nothing needs after them, which the pass `unused`
 * would drop in a test of its own? 96 % of its tests succeed. Single nodes do so only
 * where the front end says which uses need a declaration (in Fortran and Rust, tests
 * rose by 60 and 14 %). Where all is tried, they go without, in case that is what made
 * them fail. */
static bool takes_along(const rd_attempt *attempt)
{
  const rd_step *step = attempt->step;
  const rd_reduction *reduction = attempt->reduction;
  bool is_certain = rd_tree_undeclared(reduction->tree) != 0;
  return attempt->policy && attempt->policy->effort != RD_EFFORT_ALL &&
         (step->walk == RD_WALK_KINDS ||
          (step->walk == RD_WALK_STRATA &&
           reduction->measure.tokens >= RD_LARGE_TEXT) ||
          (step->walk == RD_WALK_HEAVIEST && is_certain)) &&
         step->passes[attempt->index] != RD_PASS_UNUSED &&
         reduction->enabled[RD_PASS_UNUSED];
}

void rd_attempt_complete(rd_attempt *attempt)
{
  rd_reduction *reduction = attempt->reduction;
  if (attempt->policy)
    rd_last_uses_add(&attempt->edits, reduction->config);
  if (takes_along(attempt))
    rd_last_needs_add(&attempt->edits, reduction->config);
  reduction->infers = attempt->policy &&
                      rd_round_policy_infers(
                          attempt->policy, reduction->options->no_final_round);
}

rd_status rd_attempt_edits(bool *taken_out, rd_attempt *attempt, uint32_t flags)
{
  rd_reduction *reduction = attempt->reduction;
  const rd_round_policy *policy = attempt->policy;
  rd_attempt_complete(attempt);
  const rd_edit *edits = attempt->edits.data;
  size_t count = attempt->edits.size;
  uint64_t before = reduction->stats.tests;
  reduction->is_checked = (flags & RD_DELTA_CHECKED) != 0;
  rd_status status = rd_reduction_try(taken_out, reduction, edits, count);
  if (status == RD_OK && !*taken_out && (flags & RD_DELTA_GROWS)) {
    status = rd_lookahead_run(taken_out, reduction, policy, edits, count);
    attempt->is_over = *taken_out;
    reduction->is_implied = false;
  }
  reduction->is_checked = reduction->infers = false;
  attempt->tests[attempt->index] += reduction->stats.tests - before;
  if (reduction->stats.tests != before)
    attempt->streak = *taken_out ? attempt->streak + 1 : 0;
  return status;
}

static uint64_t lift_of(const rd_attempt *attempt, uint32_t number)
{
  return rd_failures_lift(attempt->reduction->pass, attempt->reduction->config,
                          &attempt->deltas, number);
}

/* Deltas that grow the text or save only bytes, or of which others hardly ever
 * succeed, wait until nothing else is left. */
bool rd_attempt_is_too_early(const rd_attempt *attempt, uint32_t number)
{
  uint32_t flags = attempt->deltas.list.data[number].flags;
  return attempt->policy->effort <= RD_EFFORT_LIKELY &&
         ((flags & (RD_DELTA_GROWS | RD_DELTA_LATE)) ||
          rd_failures_expects(attempt->policy->failures,
                              lift_of(attempt, number)));
}

/* Do these deltas take too little for this round? What prepares the text may grow it,
 * and what makes tests cheaper may take little. */
bool rd_attempt_is_too_small(const rd_attempt *attempt, const uint32_t *numbers,
                             size_t count)
{
  int64_t gain = 0, least = (int64_t)rd_round_policy_least(
                        attempt->policy, attempt->reduction->measure.tokens);
  for (size_t i = 0; i < count; i++)
    gain += attempt->deltas.list.data[numbers[i]].gain;
  if (least < attempt->least)
    least = attempt->least;
  return least > 0 && gain < least && !attempt->step->first &&
         !attempt->step->soon && !attempt->step->bulky && !attempt->isolates;
}

uint32_t rd_attempt_strict(const rd_attempt *attempt)
{
  return attempt->policy ? rd_round_policy_strict(
                               attempt->policy,
                               rd_tree_undeclared(attempt->reduction->tree))
                         : 0;
}

rd_status rd_attempt_delta(bool *taken_out, rd_attempt *attempt,
                           uint32_t number)
{
  rd_round_policy *policy = attempt->policy;
  *taken_out = false;
  attempt->edits.size = 0;
  rd_attempt_add(&attempt->edits, attempt, number);
  uint32_t flags = attempt->deltas.list.data[number].flags;
  if (!policy)
    return rd_attempt_edits(taken_out, attempt,
                            flags & ~(uint32_t)RD_DELTA_GROWS);
  uint64_t key = rd_attempt_key(attempt, number),
           lift = lift_of(attempt, number);
  if (rd_attempt_is_too_early(attempt, number) ||
      rd_attempt_is_too_small(attempt, &number, 1) ||
      rd_attempt_is_remembered(attempt, key))
    return RD_OK;
  uint32_t kinds =
      rd_pins_of(rd_attempt_pins(attempt), attempt->reduction->renderer,
                 attempt->edits.data, attempt->edits.size, UINT32_MAX);
  if (kinds & rd_attempt_strict(attempt))
    return RD_OK;
  rd_status status = rd_attempt_edits(taken_out, attempt, flags);
  if (status != RD_OK || attempt->reduction->is_implied)
    return status;
  rd_failures_count(policy->failures, lift, *taken_out);
  rd_round_policy_learn(policy, kinds, *taken_out);
  if (!*taken_out)
    rd_failures_add(policy->failures, key);
  return RD_OK;
}

rd_status rd_attempt_units(bool *taken_out, rd_attempt *attempt)
{
  size_t count = attempt->units.size;
  *taken_out = false;
  if (count == 1)
    return rd_attempt_delta(taken_out, attempt, attempt->units.data[0]);
  if (count == 0 ||
      (attempt->policy &&
       rd_attempt_is_too_small(attempt, attempt->units.data, count)))
    return RD_OK;
  attempt->edits.size = 0;
  for (size_t i = 0; i < count; i++)
    rd_attempt_add(&attempt->edits, attempt, attempt->units.data[i]);
  return rd_attempt_edits(taken_out, attempt, 0);
}
