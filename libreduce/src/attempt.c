/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Connects a pass, a search and the oracle.
 *
 * The pass enumerates deltas for some places. The search chooses sets of them (or an
 * alternative of a place) to try, as numbers. This file converts the numbers to edits.
 * An interesting candidate becomes the current text at once, so that each question
 * contains only its new edits.
 *
 * In a work list, the elements of a list are searched once per step, by a sweep unless
 * the step names another search. The elements of a short list are tried one by one
 * instead: small groups save little if some elements can be removed, and double the
 * cost if none can. The decision depends only on the tree, so that a second run on a
 * result asks the same questions as the last round.
 *
 * The default algorithm does not try some deltas (round_policy.c): those that failed
 * before, and those that would leave a used name undeclared.
 */
#include "attempt.h"

#include <stdlib.h>
#include <string.h>

#include "joint.h"

/* If half of the elements stay, as usual later, a sweep saves nothing below this size. */
enum { SHORT_LIST = 8 };

/* Tests in a row without a success after which a step of the default is left. A
 * round of the default over a text of 10 000 tokens asks about as many
 * questions, so no step is left while it still makes progress. */
enum { PATIENCE = 20000 };

/* Timeouts without a success after which a step waits until others have run. A
 * text that takes the compiler that long costs as much as hundreds of others,
 * and the deltas of a step tend to be alike in that. */
enum { MOST_TIMEOUTS = 2 };

/* For deltas without tokens: this many bytes are worth as much as one token. */
enum { TOKEN_BYTES = 4 };

void rd_attempt_add(rd_edit_list *out, const rd_attempt *attempt,
                    uint32_t number)
{
  const rd_delta *delta = &attempt->deltas.list.data[number];
  for (uint32_t i = 0; i < delta->count; i++)
    ARRAY_PUSH(out, attempt->deltas.edits.data[delta->begin + i]);
}

/* ---- one candidate ---- */

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
  if (attempt->policy && attempt->policy->effort != RD_EFFORT_ALL &&
      stats->verdicts[RD_TIMEOUT] - attempt->last_timeouts >= MOST_TIMEOUTS)
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

static uint64_t key_of(rd_attempt *attempt, uint32_t number)
{
  const rd_delta *delta = &attempt->deltas.list.data[number];
  return rd_failures_key(
      attempt->policy->failures, attempt->reduction->renderer,
      attempt->reduction->config, attempt->deltas.edits.data + delta->begin,
      delta->count);
}

/* Must the delta be skipped because it failed before? */
static bool is_remembered(rd_attempt *attempt, uint64_t key)
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
static bool is_too_early(const rd_attempt *attempt, uint32_t number)
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
         !attempt->step->soon && !attempt->isolates;
}

uint32_t rd_attempt_strict(const rd_attempt *attempt)
{
  return attempt->policy ? rd_round_policy_strict(
                               attempt->policy,
                               rd_tree_undeclared(attempt->reduction->tree))
                         : 0;
}

/* Tries a delta alone, and learns from the answer. */
static rd_status try_delta(bool *taken_out, rd_attempt *attempt,
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
  uint64_t key = key_of(attempt, number), lift = lift_of(attempt, number);
  if (is_too_early(attempt, number) ||
      rd_attempt_is_too_small(attempt, &number, 1) ||
      is_remembered(attempt, key))
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
    return try_delta(taken_out, attempt, attempt->units.data[0]);
  if (count == 0 ||
      (attempt->policy &&
       rd_attempt_is_too_small(attempt, attempt->units.data, count)))
    return RD_OK;
  attempt->edits.size = 0;
  for (size_t i = 0; i < count; i++)
    rd_attempt_add(&attempt->edits, attempt, attempt->units.data[i]);
  return rd_attempt_edits(taken_out, attempt, 0);
}

static rd_sight sight_of(const rd_attempt *attempt, const uint32_t *places,
                         size_t count)
{
  return (rd_sight){ .config = attempt->reduction->config,
                     .places = places,
                     .count = count,
                     .rule = attempt->step->rule,
                     .options = attempt->reduction->options,
                     .has_foresight = attempt->reduction->precheck != NULL,
                     .has_sites = attempt->reduction->stats.accepted == 0 };
}

static void enumerate(rd_attempt *attempt, const uint32_t *places, size_t count)
{
  rd_sight sight = sight_of(attempt, places, count);
  rd_deltas_clear(&attempt->deltas);
  attempt->pass->enumerate(&attempt->deltas, &sight);
}

/* The rule that pass number `index` of the step applies; NULL: an ordinary
 * pass. */
static const rd_known_rule *rule_of(const rd_attempt *attempt, size_t index)
{
  if (attempt->step->passes[index] != RD_PASS_REWRITES)
    return NULL;
  return &attempt->reduction->rules.data[attempt->step->rule];
}

const char *rd_attempt_pass_name(const rd_attempt *attempt, size_t index)
{
  const rd_known_rule *rule = rule_of(attempt, index);
  return rule ? rule->name
              : rd_pass_at((rd_pass_id)attempt->step->passes[index])->row.name;
}

static void choose_pass(rd_attempt *attempt, size_t index)
{
  attempt->index = index;
  attempt->pass = rd_pass_at((rd_pass_id)attempt->step->passes[index]);
  attempt->reduction->pass = rd_attempt_pass_name(attempt, index);
}

void rd_attempt_enumerate(rd_attempt *attempt, size_t index,
                          const uint32_t *places, size_t count)
{
  choose_pass(attempt, index);
  enumerate(attempt, places, count);
}

/* Takes the first interesting alternative of a place. */
static rd_status improve(bool *taken_out, void *payload, uint32_t unit)
{
  rd_attempt *attempt = payload;
  rd_status status = RD_OK;
  *taken_out = false;
  enumerate(attempt, &attempt->places[unit], 1);
  for (size_t i = 0; i < attempt->deltas.list.size && status == RD_OK &&
                     !*taken_out && rd_attempt_goes_on(attempt);
       i++)
    status = try_delta(taken_out, attempt, (uint32_t)i);
  return status;
}

/* ---- searches ---- */

static rd_search search_of(const rd_attempt *attempt)
{
  return attempt->step->search ? (rd_search)attempt->step->search
                               : attempt->pass->search;
}

/* Does the delta replace a leaf with a different text? The rest of the text
 * stays the same, so no rendering is needed to decide. */
static bool replaces_leaf(const rd_attempt *attempt, const rd_delta *delta)
{
  const rd_config *config = attempt->reduction->config;
  const rd_tree *tree = config->tree;
  rd_edit edit = attempt->deltas.edits.data[delta->begin];
  const rd_node *at = rd_tree_at(tree, edit.node);
  if (delta->count != 1 || (edit.op != RD_PHRASE && edit.op != RD_TEXT))
    return false;
  if (at->size > 1 || rd_config_at(config, edit.node).op != RD_KEEP)
    return false;
  return !rd_is_same_text(rd_config_string(config, edit),
                          rd_tree_text(tree, NULL) + at->begin,
                          at->end - at->begin);
}

/* Units for a search over sets, without deltas that change nothing (only one that gains
 * no token is checked for that, few by a rendering), and without those known to fail,
 * which would make every group that contains them fail. */
static uint32_t *make_units(size_t *count_out, rd_attempt *attempt)
{
  const rd_deltas *deltas = &attempt->deltas;
  bool pure = (attempt->reduction->schedule->flags & RD_PURE) != 0;
  uint32_t *units = mem_alloc(deltas->list.size, sizeof *units);
  size_t count = 0;
  for (size_t i = 0; i < deltas->list.size; i++) {
    const rd_delta *delta = &deltas->list.data[i];
    bool idle =
        pure && delta->gain <= 0 && !replaces_leaf(attempt, delta) &&
        rd_reduction_is_idle(attempt->reduction,
                             deltas->edits.data + delta->begin, delta->count);
    if (idle || (attempt->policy &&
                 (is_too_early(attempt, (uint32_t)i) ||
                  is_remembered(attempt, key_of(attempt, (uint32_t)i)))))
      continue;
    units[count++] = (uint32_t)i;
  }
  *count_out = count;
  return units;
}

/* By unit. Owner: caller, free(). */
static uint64_t *weigh(const rd_deltas *deltas)
{
  uint64_t *weights = mem_alloc(deltas->list.size, sizeof *weights);
  for (size_t i = 0; i < deltas->list.size; i++) {
    int64_t gain = deltas->list.data[i].gain;
    weights[i] = 1 + (gain > 0 ? (uint64_t)gain : 0);
  }
  return weights;
}

static rd_status sweep(rd_attempt *attempt, uint32_t *units, size_t *count,
                       const rd_asker *asker)
{
  uint64_t *weights = weigh(&attempt->deltas);
  rd_status status = rd_sweep(units, count, weights, asker, true);
  free(weights);
  return status;
}

/* In a step that is left, all stays, which ends the search. */
static void find_needs(bool *stays_out, void *payload, const uint32_t *seeds,
                       size_t count)
{
  rd_attempt *attempt = payload;
  if (!rd_attempt_goes_on(attempt)) {
    memset(stays_out, true, attempt->deltas.list.size);
    return;
  }
  size_t size;
  uint32_t *places = rd_places_below(&size, attempt->reduction->config, 0);
  rd_sight sight = sight_of(attempt, places, size);
  attempt->pass->keep(stays_out, &sight, &attempt->deltas, seeds, count);
  free(places);
}

/* Searches all deltas, since those that stay keep what they need. What an earlier
 * isolation had to keep counts as needed. */
static rd_status isolate(rd_attempt *attempt, const rd_asker *asker)
{
  size_t count = attempt->deltas.list.size, total = count;
  uint32_t *units = mem_alloc(count, sizeof *units);
  uint64_t *weights = weigh(&attempt->deltas);
  bool *is_known = mem_alloc(count, sizeof *is_known);
  rd_needs needs = { .find = find_needs,
                     .payload = attempt,
                     .few = attempt->deltas.few,
                     .some = attempt->deltas.some };
  for (size_t i = 0; i < count; i++) {
    units[i] = (uint32_t)i;
    is_known[i] =
        attempt->policy && is_remembered(attempt, key_of(attempt, units[i]));
  }
  attempt->isolates = true;
  rd_status status =
      rd_isolate(units, &count, weights, is_known, asker, &needs);
  attempt->isolates = false;
  for (size_t i = 0; i < total && attempt->policy; i++)
    if (is_known[i])
      rd_failures_add(attempt->policy->failures, key_of(attempt, (uint32_t)i));
  free(weights);
  free(is_known);
  free(units);
  return status;
}

/* Work lists go through elements backward: uses before declarations. If few
 * elements are likely to be removed, groups cost more than they save, and only
 * elements tried alone are known to be needed. */
static rd_status search_sets(rd_attempt *attempt, rd_search search)
{
  const rd_options *options = attempt->reduction->options;
  const rd_asker asker = rd_attempt_asker(attempt);
  bool levels = attempt->step->walk != RD_WALK_LEAVES;
  rd_ddmin_options ddmin = { .no_subsets = options->no_subsets,
                             .no_complements = options->no_complements,
                             .backward = options->backward,
                             .empty_last = levels };
  bool backward = options->backward || attempt->swept != NULL;
  if (search == RD_BY_ISOLATION)
    return isolate(attempt, &asker);
  size_t count;
  uint32_t *units = make_units(&count, attempt);
  rd_status status;
  if (attempt->policy && attempt->policy->effort > RD_EFFORT_LIKELY)
    search = RD_BY_ONE;
  if (search == RD_BY_DDMIN)
    status = rd_ddmin(units, &count, &asker, &ddmin);
  else if (search == RD_BY_SWEEP)
    status = sweep(attempt, units, &count, &asker);
  else if (search == RD_BY_PROBDD)
    status = rd_probdd(units, &count, &asker, backward);
  else if (search == RD_BY_CDD)
    status = rd_cdd(units, &count, &asker, backward);
  else
    status = rd_onebyone(units, &count, &asker, backward);
  free(units);
  return status;
}

rd_status rd_attempt_search(rd_attempt *attempt, size_t index,
                            const uint32_t *places, size_t count)
{
  choose_pass(attempt, index);
  attempt->places = places;
  if (search_of(attempt) == RD_BY_TMIN)
    return rd_tmin(count, improve, attempt);
  enumerate(attempt, places, count);
  return search_sets(attempt, search_of(attempt));
}

rd_status rd_attempt_stratum(rd_attempt *attempt, const uint32_t *places,
                             size_t count, uint64_t least, uint64_t most)
{
  choose_pass(attempt, 0);
  enumerate(attempt, places, count);
  rd_deltas_keep(&attempt->deltas, attempt->reduction->tree, least, most);
  return search_sets(attempt, search_of(attempt));
}

static rd_status sweep_list(rd_attempt *attempt, uint32_t place)
{
  uint32_t stands = rd_view_resolve(attempt->reduction->config, place);
  if (stands == RD_NONE || attempt->swept[stands])
    return RD_OK;
  attempt->swept[stands] = true;
  enumerate(attempt, &place, 1);
  bool is_short = attempt->deltas.list.size <= SHORT_LIST;
  return search_sets(attempt, attempt->step->search ? search_of(attempt)
                              : is_short            ? RD_BY_ONE
                                                    : RD_BY_SWEEP);
}

rd_status rd_attempt_visit(bool *taken_out, rd_attempt *attempt, size_t index,
                           uint32_t place)
{
  choose_pass(attempt, index);
  *taken_out = false;
  attempt->places = &place;
  return attempt->pass->search == RD_BY_SWEEP ? sweep_list(attempt, place)
                                              : improve(taken_out, attempt, 0);
}

void rd_attempt_survey(uint64_t *units_out, uint64_t *tokens_out,
                       rd_attempt *attempt)
{
  const rd_deltas *deltas = &attempt->deltas;
  size_t count;
  uint32_t *places = rd_places_below(&count, attempt->reduction->config, 0);
  *units_out = *tokens_out = 0;
  choose_pass(attempt, 0);
  enumerate(attempt, places, count);
  for (size_t i = 0; i < deltas->list.size; i++) {
    int64_t gain = deltas->list.data[i].gain;
    if (is_too_early(attempt, (uint32_t)i) ||
        rd_failures_has(attempt->policy->failures,
                        key_of(attempt, (uint32_t)i)))
      continue;
    size_t bytes;
    (void)rd_renderer_part(attempt->reduction->renderer,
                           deltas->list.data[i].unit, &bytes);
    *units_out += 1;
    *tokens_out += gain > 0 ? (uint64_t)gain : 1 + bytes / TOKEN_BYTES;
  }
  attempt->reduction->pass = NULL;
  free(places);
}

bool rd_attempt_has(const rd_attempt *attempt, size_t index)
{
  const rd_known_rule *rule = rule_of(attempt, index);
  if (rule && !rule->enabled)
    return false;
  return attempt->reduction->enabled[attempt->step->passes[index]];
}

void rd_attempt_dispose(rd_attempt *attempt)
{
  rd_deltas_dispose(&attempt->deltas);
  ARRAY_FREE(&attempt->units);
  ARRAY_FREE(&attempt->edits);
  ARRAY_FREE(&attempt->leap);
  rd_pins_free(attempt->pins);
  ARRAY_FREE(&attempt->list);
  free(attempt->swept);
}
