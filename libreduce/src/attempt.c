/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Connects a pass, a search and the oracle.
 *
 * The pass enumerates deltas for some places. The search chooses sets of them (or an
 * alternative of a place) to try, as numbers, which candidate.c converts to edits. An
 * interesting candidate becomes the current text at once, so that each question contains
 * only its new edits.
 *
 * In a work list, the elements of a list are searched once per step, by a sweep unless
 * the step names another search. The elements of a short list are tried one by one
 * instead: small groups save little if some elements can be removed, and double the
 * cost if none can. The decision depends only on the tree, so that a second run on a
 * result asks the same questions as the last round.
 */
#include "attempt.h"

#include <stdlib.h>
#include <string.h>

#include "joint.h"

/* If half of the elements stay, as usual later, a sweep saves nothing below this size. */
enum { SHORT_LIST = 8 };

/* For deltas without tokens: this many bytes are worth as much as one token. */
enum { TOKEN_BYTES = 4 };

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
    status = rd_attempt_delta(taken_out, attempt, (uint32_t)i);
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
                 (rd_attempt_is_too_early(attempt, (uint32_t)i) ||
                  rd_attempt_is_remembered(
                      attempt, rd_attempt_key(attempt, (uint32_t)i)))))
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
        attempt->policy &&
        rd_attempt_is_remembered(attempt, rd_attempt_key(attempt, units[i]));
  }
  attempt->isolates = true;
  rd_status status =
      rd_isolate(units, &count, weights, is_known, asker, &needs);
  attempt->isolates = false;
  for (size_t i = 0; i < total && attempt->policy; i++)
    if (is_known[i])
      rd_failures_add(attempt->policy->failures,
                      rd_attempt_key(attempt, (uint32_t)i));
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
    if (rd_attempt_is_too_early(attempt, (uint32_t)i) ||
        rd_failures_has(attempt->policy->failures,
                        rd_attempt_key(attempt, (uint32_t)i)))
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
