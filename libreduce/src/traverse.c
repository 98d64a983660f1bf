/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Running a schedule: how a step goes through the tree.
 *
 * A walk chooses places; attempt.c runs the step's passes there. After each
 * step of a schedule that reparses, the edits made so far become part of a new
 * tree.
 *
 * One walk is a work list by weight: a place is asked for alternatives as long
 * as one fits, and only then are its children added. So listed places stay
 * valid: nothing above them changes any more. Another walk, which keeps several
 * trees, has its own file (least.c).
 */
#include <stdlib.h>

#include "kinds.h"
#include "attempt.h"

/* ---- walks over sets of places ---- */

typedef ARRAY(uint32_t) place_list;

static void add_children(place_list *out, const rd_config *config,
                         uint32_t place)
{
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    ARRAY_PUSH(out, child);
}

static uint32_t *breadth_first(size_t *count_out, const rd_config *config)
{
  place_list places = { 0 };
  ARRAY_PUSH(&places, 0);
  for (size_t i = 0; i < places.size; i++)
    add_children(&places, config, places.data[i]);
  *count_out = places.size;
  return places.data;
}

static uint32_t *leaves(size_t *count_out, const rd_config *config)
{
  size_t count, kept = 0;
  uint32_t *places = rd_places_below(&count, config, 0);
  for (size_t i = 0; i < count; i++) {
    uint32_t stands = rd_view_resolve(config, places[i]);
    if (stands != RD_NONE && rd_tree_at(config->tree, stands)->size == 1)
      places[kept++] = places[i];
  }
  *count_out = kept;
  return places;
}

/* The places of a walk that takes all at once. */
static uint32_t *choose_places(size_t *count_out, const rd_attempt *attempt)
{
  const rd_config *config = attempt->reduction->config;
  switch (attempt->step->walk) {
  case RD_WALK_BREADTH:
    return breadth_first(count_out, config);
  case RD_WALK_LEAVES:
    return leaves(count_out, config);
  default:
    return rd_places_below(count_out, config, 0);
  }
}

/* Runs the passes of the step from the given one on. */
static rd_status walk_at_once(rd_attempt *attempt, size_t first)
{
  rd_status status = RD_OK;
  for (size_t i = first; i < rd_step_size(attempt->step) && status == RD_OK;
       i++) {
    if (!rd_attempt_has(attempt, i))
      continue;
    size_t count;
    uint32_t *places = choose_places(&count, attempt);
    status = rd_attempt_search(attempt, i, places, count);
    free(places);
  }
  return status;
}

/* Removes places that no longer exist. */
static void keep_seen(place_list *places, const rd_config *config)
{
  size_t kept = 0;
  for (size_t i = 0; i < places->size; i++)
    if (rd_view_resolve(config, places->data[i]) != RD_NONE)
      places->data[kept++] = places->data[i];
  places->size = kept;
}

/* Runs all passes of the step, each over the places that the previous one
 * left. */
static rd_status run_passes(rd_attempt *attempt, place_list *places)
{
  rd_status status = RD_OK;
  for (size_t i = 0; i < rd_step_size(attempt->step) && status == RD_OK; i++) {
    if (rd_attempt_has(attempt, i))
      status = rd_attempt_search(attempt, i, places->data, places->size);
    keep_seen(places, attempt->reduction->config);
  }
  return status;
}

static rd_status walk_levels(rd_attempt *attempt)
{
  const rd_config *config = attempt->reduction->config;
  place_list level = { 0 }, below = { 0 };
  rd_status status = RD_OK;
  ARRAY_PUSH(&level, 0);
  while (status == RD_OK && level.size > 0) {
    status = run_passes(attempt, &level);
    below.size = 0;
    for (size_t i = 0; i < level.size; i++)
      add_children(&below, config, level.data[i]);
    place_list swapped = level;
    level = below;
    below = swapped;
  }
  free(level.data);
  free(below.data);
  return status;
}

static rd_status walk_children(rd_attempt *attempt)
{
  const rd_config *config = attempt->reduction->config;
  place_list open = { 0 }, children = { 0 };
  ARRAY_PUSH(&children, 0);
  rd_status status = run_passes(attempt, &children);
  ARRAY_PUSH(&open, 0);
  while (status == RD_OK && open.size > 0) {
    children.size = 0;
    add_children(&children, config, open.data[--open.size]);
    status = run_passes(attempt, &children);
    for (size_t i = children.size; i > 0; i--)
      ARRAY_PUSH(&open, children.data[i - 1]);
  }
  free(open.data);
  free(children.data);
  return status;
}

/* ---- strata ---- */

/* How many times larger than its smallest unit the largest unit of a stratum
 * is. */
enum { STRATUM = 4 };

static rd_status walk_strata(rd_attempt *attempt)
{
  uint64_t most = attempt->reduction->measure.tokens;
  rd_status status = RD_OK;
  for (; most > 0 && status == RD_OK && !attempt->is_left; most /= STRATUM) {
    uint64_t accepted = attempt->reduction->stats.accepted;
    size_t count;
    uint32_t *places = rd_places_below(&count, attempt->reduction->config, 0);
    if (rd_attempt_has(attempt, 0))
      status = rd_attempt_stratum(attempt, places, count, most / STRATUM, most);
    free(places);
    if (status == RD_OK && attempt->reduction->stats.accepted != accepted)
      status = walk_at_once(attempt, 1);
  }
  return status;
}

/* ---- places of one kind ---- */

/* Parts of a group that have fewer tokens are not worth a test here. */
enum { GROUP_TOKENS = 16 };

/* Runs pass 0 over each group of places that are alike; after a success, the
 * other passes over all places. */
static rd_status walk_kinds(rd_attempt *attempt)
{
  const rd_config *config = attempt->reduction->config;
  rd_status status = RD_OK;
  rd_groups groups;
  size_t count;
  if (attempt->reduction->measure.tokens < RD_LARGE_TEXT ||
      attempt->policy->effort > RD_EFFORT_LIKELY || !rd_attempt_has(attempt, 0))
    return RD_OK;
  attempt->least = GROUP_TOKENS;
  uint32_t *places = rd_places_below(&count, config, 0);
  rd_attempt_enumerate(attempt, 0, places, count);
  rd_groups_find(&groups, &attempt->deltas, config->tree);
  for (size_t i = 0; i < groups.size && status == RD_OK && !attempt->is_left;
       i++) {
    uint64_t accepted = attempt->reduction->stats.accepted;
    place_list alike = { groups.data[i].places.data, groups.data[i].places.size,
                         groups.data[i].places.size };
    keep_seen(&alike, config);
    if (alike.size < 2 || groups.data[i].gain < GROUP_TOKENS)
      continue;
    status = rd_attempt_search(attempt, 0, alike.data, alike.size);
    if (status == RD_OK && attempt->reduction->stats.accepted != accepted)
      status = walk_at_once(attempt, 1);
  }
  rd_groups_dispose(&groups);
  free(places);
  return status;
}

/* ---- the work list ---- */

/* Of equally heavy places the later comes first: uses before declarations. */
static void push_work(rd_attempt *attempt, uint32_t place)
{
  uint64_t tokens = rd_view_tokens(attempt->reduction->config, place);
  rd_work work = { .keys = { UINT64_MAX - tokens, UINT64_MAX - place },
                   .item = place };
  rd_worklist_push(&attempt->list, work);
}

static rd_status visit(void *payload, uint32_t place)
{
  rd_attempt *attempt = payload;
  const rd_config *config = attempt->reduction->config;
  for (size_t i = 0; i < rd_step_size(attempt->step); i++) {
    if (!rd_attempt_has(attempt, i))
      continue;
    bool taken;
    rd_status status = rd_attempt_visit(&taken, attempt, i, place);
    if (status != RD_OK)
      return status;
    if (!taken)
      continue;
    if (rd_view_resolve(config, place) != RD_NONE)
      push_work(attempt, place);
    return RD_OK;
  }
  if (attempt->is_left || attempt->is_over)
    return RD_OK;
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    if (rd_unit_is(config, child))
      push_work(attempt, child);
  return RD_OK;
}

static rd_status walk_worklist(rd_attempt *attempt)
{
  attempt->swept =
      mem_alloc(rd_tree_size(attempt->reduction->tree), sizeof *attempt->swept);
  push_work(attempt, 0);
  return rd_worklist_run(&attempt->list, visit, attempt);
}

/* ---- steps and schedules ---- */

static rd_status tell_passes(rd_attempt *attempt, rd_event_kind kind)
{
  for (size_t i = 0; i < rd_step_size(attempt->step); i++) {
    if (!rd_attempt_has(attempt, i))
      continue;
    rd_event event = { .kind = kind };
    event.pass = rd_attempt_pass_name(attempt, i);
    event.pass_tests = kind == RD_EVENT_PASS_END ? attempt->tests[i] : 0;
    rd_status status = rd_tell(attempt->reduction, event);
    if (status != RD_OK)
      return status;
  }
  return RD_OK;
}

static rd_status walk_once(rd_attempt *attempt)
{
  switch (attempt->step->walk) {
  case RD_WALK_LEVELS:
    return walk_levels(attempt);
  case RD_WALK_CHILDREN:
    return walk_children(attempt);
  case RD_WALK_LEAST:
    return rd_attempt_least(attempt);
  case RD_WALK_STRATA:
    return walk_strata(attempt);
  case RD_WALK_KINDS:
    return walk_kinds(attempt);
  case RD_WALK_HEAVIEST:
    return walk_worklist(attempt);
  default:
    return walk_at_once(attempt, 0);
  }
}

/* Walks, then reports the end whatever the outcome. The first failure
 * counts. */
static rd_status walk_and_tell(rd_attempt *attempt)
{
  rd_reduction *reduction = attempt->reduction;
  rd_error *err = reduction->err;
  rd_status status = walk_once(attempt);
  reduction->pass = NULL;
  if (status != RD_OK)
    reduction->err = NULL;
  rd_status told = tell_passes(attempt, RD_EVENT_PASS_END);
  reduction->err = err;
  return status == RD_OK ? told : status;
}

/* Goes through the step once. */
static rd_status run_step_once(bool *left_out, rd_reduction *reduction,
                               const rd_step *step, rd_round_policy *policy)
{
  rd_attempt attempt = { .reduction = reduction,
                         .step = step,
                         .policy = policy,
                         .first_test = reduction->stats.tests,
                         .first_tokens = reduction->measure.tokens };
  uint64_t accepted = reduction->stats.accepted;
  rd_status status = tell_passes(&attempt, RD_EVENT_PASS_BEGIN);
  if (status == RD_OK)
    status = walk_and_tell(&attempt);
  *left_out = attempt.is_left || attempt.is_over;
  rd_attempt_dispose(&attempt);
  bool changed = reduction->stats.accepted != accepted;
  if (status == RD_OK && changed && (reduction->schedule->flags & RD_REPARSE))
    status = rd_reduction_parse(reduction);
  return status;
}

rd_status rd_step_run(rd_reduction *reduction, const rd_step *step,
                      rd_round_policy *policy)
{
  uint32_t round = reduction->round;
  for (;;) {
    uint64_t accepted = reduction->stats.accepted;
    bool left;
    rd_status status = run_step_once(&left, reduction, step, policy);
    bool changed = reduction->stats.accepted != accepted;
    if (status != RD_OK || !step->star || !changed || left) {
      reduction->round = round;
      return status;
    }
    reduction->round++;
  }
}
