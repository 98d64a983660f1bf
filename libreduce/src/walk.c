/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Running a schedule: how a step goes through the tree, and how a pass and a
 * search meet.
 *
 * A walk chooses places; the pass enumerates deltas for them; the search says
 * which sets of deltas (or which alternatives of a place) to ask for; what is
 * interesting becomes the present text at once, so that each question edits only
 * what is new in it.
 *
 * Two walks are work lists. There a place is asked for its alternatives again as
 * long as one fits, and only then are its children put into the list. Passes
 * that want the sweep take all elements of a list together; a list is swept once
 * a step, and in later rounds of a schedule its elements are tried one by one,
 * since those that are left are mostly needed.
 *
 * The places of a work list stay valid: a place is put into it when its parent
 * is done with.
 */
#include <stdlib.h>
#include <string.h>

#include "reduction.h"
#include "search/search.h"

struct walk {
  rd_reduction *reduction;
  const rd_step *step;
  const rd_pass *pass;    /* whose turn it is */
  const uint32_t *places; /* units of tmin */
  rd_deltas deltas;
  RD_ARRAY(rd_edit) edits; /* of one candidate */
  rd_worklist list;
  uint64_t age;
  bool *swept; /* by node: its elements were swept in this step */
  uint64_t tests[RD_STEP_PASSES];
};

/* ---- deltas and searches ---- */

static void add_edits(struct walk *walk, uint32_t number)
{
  const rd_delta *delta = &walk->deltas.list.data[number];
  for (uint32_t i = 0; i < delta->count; i++)
    RD_PUSH(&walk->edits, walk->deltas.edits.data[delta->begin + i]);
}

/* The edits of the units that a query leaves out. */
static void edits_of_query(struct walk *walk, const rd_query *query)
{
  walk->edits.size = 0;
  for (size_t i = 0; i < query->count; i++) {
    bool inside = i >= query->begin && i < query->end;
    if (inside != query->keep)
      add_edits(walk, query->units[i]);
  }
}

static rd_status first_query(size_t *index_out, void *payload,
                             const rd_query *queries, size_t count)
{
  struct walk *walk = payload;
  for (size_t i = 0; i < count; i++) {
    bool taken;
    edits_of_query(walk, &queries[i]);
    rd_status status = rd_reduction_try(&taken, walk->reduction,
                                        walk->edits.data, walk->edits.size);
    *index_out = i;
    if (status != RD_OK || taken)
      return status;
  }
  *index_out = count;
  return RD_OK;
}

static void enumerate(struct walk *walk, const uint32_t *places, size_t count)
{
  rd_sight sight = { .config = walk->reduction->config,
                     .places = places,
                     .count = count };
  rd_deltas_clear(&walk->deltas);
  walk->pass->enumerate(&walk->deltas, &sight);
}

static rd_status count_alternatives(size_t *count_out, void *payload,
                                    uint32_t unit)
{
  struct walk *walk = payload;
  enumerate(walk, &walk->places[unit], 1);
  *count_out = walk->deltas.list.size;
  return RD_OK;
}

static rd_status first_choice(size_t *index_out, void *payload,
                              const rd_choice *choices, size_t count)
{
  struct walk *walk = payload;
  for (size_t i = 0; i < count; i++) {
    bool taken;
    walk->edits.size = 0;
    add_edits(walk, choices[i].alternative);
    rd_status status = rd_reduction_try(&taken, walk->reduction,
                                        walk->edits.data, walk->edits.size);
    *index_out = i;
    if (status != RD_OK || taken)
      return status;
  }
  *index_out = count;
  return RD_OK;
}

static rd_search search_of(const struct walk *walk)
{
  return walk->step->search ? (rd_search)walk->step->search
                            : walk->pass->search;
}

/* Units for a search over sets. What leaves the text as it is is no unit; that
 * takes a rendering to know where no token is gained. */
static uint32_t *make_units(size_t *count_out, struct walk *walk)
{
  const rd_deltas *deltas = &walk->deltas;
  bool pure = (walk->reduction->schedule->flags & RD_PURE) != 0;
  uint32_t *units = rd_alloc(deltas->list.size, sizeof *units);
  size_t count = 0;
  for (size_t i = 0; i < deltas->list.size; i++) {
    const rd_delta *delta = &deltas->list.data[i];
    bool idle = pure && delta->gain <= 0 &&
                rd_reduction_is_idle(walk->reduction,
                                     deltas->edits.data + delta->begin,
                                     delta->count);
    if (!idle)
      units[count++] = (uint32_t)i;
  }
  *count_out = count;
  return units;
}

static rd_status sweep(struct walk *walk, uint32_t *units, size_t *count,
                       const rd_asker *asker)
{
  const rd_deltas *deltas = &walk->deltas;
  uint64_t *weights = rd_alloc(deltas->list.size, sizeof *weights);
  for (size_t i = 0; i < deltas->list.size; i++) {
    int64_t gain = deltas->list.data[i].gain;
    weights[i] = 1 + (gain > 0 ? (uint64_t)gain : 0);
  }
  rd_status status = rd_sweep(units, count, weights, asker, true);
  free(weights);
  return status;
}

static rd_status search_sets(struct walk *walk, rd_search search)
{
  const rd_options *options = walk->reduction->options;
  rd_asker asker = { .first = first_query, .payload = walk };
  bool levels = walk->step->walk != RD_WALK_LEAVES;
  rd_ddmin_options ddmin = { .no_subsets = options->no_subsets,
                             .no_complements = options->no_complements,
                             .backward = options->backward,
                             .empty_last = levels };
  size_t count;
  uint32_t *units = make_units(&count, walk);
  rd_status status;
  if (search == RD_BY_DDMIN)
    status = rd_ddmin(units, &count, &asker, &ddmin);
  else if (search == RD_BY_SWEEP)
    status = sweep(walk, units, &count, &asker);
  else
    status = rd_onebyone(units, &count, &asker, options->backward);
  free(units);
  return status;
}

/* Runs pass number `index` of the step over the places. */
static rd_status search_places(struct walk *walk, size_t index,
                               const uint32_t *places, size_t count)
{
  rd_reduction *reduction = walk->reduction;
  walk->pass = rd_pass_at((rd_pass_id)walk->step->passes[index]);
  reduction->pass = walk->pass->row.name;
  uint64_t before = reduction->stats.tests;
  rd_status status;
  if (search_of(walk) == RD_BY_TMIN) {
    rd_chooser chooser = { .alternatives = count_alternatives,
                           .first = first_choice,
                           .payload = walk };
    walk->places = places;
    status = rd_tmin(count, &chooser);
  } else {
    enumerate(walk, places, count);
    status = search_sets(walk, search_of(walk));
  }
  walk->tests[index] += reduction->stats.tests - before;
  return status;
}

static bool is_enabled(const struct walk *walk, size_t index)
{
  return walk->reduction->enabled[walk->step->passes[index]];
}

/* ---- walks over sets of places ---- */

static uint32_t *breadth_first(size_t *count_out, const rd_config *config)
{
  RD_ARRAY(uint32_t) places = { 0 };
  RD_PUSH(&places, 0);
  for (size_t i = 0; i < places.size; i++)
    for (uint32_t child = rd_view_first(config, places.data[i]);
         child != RD_NONE; child = rd_view_next(config, child))
      RD_PUSH(&places, child);
  *count_out = places.size;
  return places.data;
}

static uint32_t *leaves(size_t *count_out, const rd_config *config)
{
  size_t count, kept = 0;
  uint32_t *places = rd_places_below(&count, config, 0);
  for (size_t i = 0; i < count; i++) {
    uint32_t stands = rd_view_resolve(config, places[i]);
    if (stands != RD_NONE &&
        rd_tree_at(rd_config_tree(config), stands)->size == 1)
      places[kept++] = places[i];
  }
  *count_out = kept;
  return places;
}

/* The places of one search of a walk that has `level` of them. */
static uint32_t *choose_places(size_t *count_out, const struct walk *walk,
                               uint32_t level)
{
  const rd_config *config = walk->reduction->config;
  switch (walk->step->walk) {
  case RD_WALK_BREADTH: return breadth_first(count_out, config);
  case RD_WALK_LEAVES: return leaves(count_out, config);
  case RD_WALK_LEVELS: return rd_view_level(count_out, config, level);
  default: return rd_places_below(count_out, config, 0);
  }
}

/* All passes of the step, each over the places as the one before left them.
 * *found_out says whether there were places. */
static rd_status run_passes(bool *found_out, struct walk *walk, uint32_t level)
{
  rd_status status = RD_OK;
  *found_out = false;
  for (size_t i = 0; i < rd_step_size(walk->step) && status == RD_OK; i++) {
    if (!is_enabled(walk, i))
      continue;
    size_t count;
    uint32_t *places = choose_places(&count, walk, level);
    *found_out |= count > 0;
    status = search_places(walk, i, places, count);
    free(places);
  }
  return status;
}

static rd_status walk_levels(struct walk *walk)
{
  bool more = true;
  rd_status status = RD_OK;
  for (uint32_t level = 0; more && status == RD_OK; level++)
    status = run_passes(&more, walk, level);
  return status;
}

typedef RD_ARRAY(uint32_t) place_list;

static void add_children(place_list *out, const rd_config *config,
                         uint32_t place)
{
  out->size = 0;
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    RD_PUSH(out, child);
}

/* The children of one node as units; *open gets those that are left, the first
 * on top. */
static rd_status minimize_children(place_list *open, struct walk *walk,
                                   uint32_t node)
{
  const rd_config *config = walk->reduction->config;
  place_list children = { 0 };
  rd_status status = RD_OK;
  add_children(&children, config, node);
  for (size_t i = 0; i < rd_step_size(walk->step) && status == RD_OK; i++) {
    if (is_enabled(walk, i))
      status = search_places(walk, i, children.data, children.size);
    add_children(&children, config, node);
  }
  for (size_t i = children.size; i > 0; i--)
    RD_PUSH(open, children.data[i - 1]);
  free(children.data);
  return status;
}

static rd_status walk_children(struct walk *walk)
{
  uint32_t root = 0;
  rd_status status = RD_OK;
  for (size_t i = 0; i < rd_step_size(walk->step) && status == RD_OK; i++)
    if (is_enabled(walk, i))
      status = search_places(walk, i, &root, 1);
  place_list open = { 0 };
  RD_PUSH(&open, root);
  while (status == RD_OK && open.size > 0)
    status = minimize_children(&open, walk, open.data[--open.size]);
  free(open.data);
  return status;
}

/* ---- work lists ---- */

static void push_work(struct walk *walk, uint32_t place)
{
  const rd_config *config = walk->reduction->config;
  rd_work work = { .item = place };
  uint64_t tokens = rd_view_tokens(config, place);
  if (walk->step->walk == RD_WALK_LEAST) {
    work.keys[0] = rd_view_tokens(config, 0);
    work.keys[1] = tokens;
    work.keys[2] = walk->age++;
  } else { /* of equally heavy ones the later first: uses before declarations */
    work.keys[0] = UINT64_MAX - tokens;
    work.keys[1] = UINT64_MAX - place;
  }
  rd_worklist_push(&walk->list, work);
}

static rd_status sweep_list(struct walk *walk, uint32_t place)
{
  uint32_t stands = rd_view_resolve(walk->reduction->config, place);
  if (stands == RD_NONE || walk->swept[stands])
    return RD_OK;
  walk->swept[stands] = true;
  enumerate(walk, &place, 1);
  bool first = walk->reduction->round == 1;
  return search_sets(walk, first ? RD_BY_SWEEP : RD_BY_ONE);
}

static rd_status improve_place(bool *taken_out, struct walk *walk,
                               uint32_t place)
{
  rd_chooser chooser = { .alternatives = count_alternatives,
                         .first = first_choice,
                         .payload = walk };
  walk->places = &place;
  return rd_improve(taken_out, 0, &chooser);
}

/* One pass at one place; *taken_out: the place itself changed. */
static rd_status visit_with(bool *taken_out, struct walk *walk, size_t index,
                            uint32_t place)
{
  rd_reduction *reduction = walk->reduction;
  walk->pass = rd_pass_at((rd_pass_id)walk->step->passes[index]);
  reduction->pass = walk->pass->row.name;
  uint64_t before = reduction->stats.tests;
  *taken_out = false;
  rd_status status = walk->pass->search == RD_BY_SWEEP
                       ? sweep_list(walk, place)
                       : improve_place(taken_out, walk, place);
  walk->tests[index] += reduction->stats.tests - before;
  return status;
}

static rd_status visit(void *payload, uint32_t place)
{
  struct walk *walk = payload;
  const rd_config *config = walk->reduction->config;
  for (size_t i = 0; i < rd_step_size(walk->step); i++) {
    if (!is_enabled(walk, i))
      continue;
    bool taken;
    rd_status status = visit_with(&taken, walk, i, place);
    if (status != RD_OK)
      return status;
    if (!taken)
      continue;
    if (rd_view_resolve(config, place) != RD_NONE)
      push_work(walk, place);
    return RD_OK;
  }
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    if (rd_unit_is(config, child))
      push_work(walk, child);
  return RD_OK;
}

static rd_status walk_worklist(struct walk *walk)
{
  walk->swept = rd_alloc(rd_tree_size(walk->reduction->tree),
                         sizeof *walk->swept);
  push_work(walk, 0);
  rd_status status = rd_worklist_run(&walk->list, visit, walk);
  rd_worklist_dispose(&walk->list);
  free(walk->swept);
  return status;
}

/* ---- steps and schedules ---- */

static rd_status tell_passes(struct walk *walk, rd_event_kind kind)
{
  for (size_t i = 0; i < rd_step_size(walk->step); i++) {
    if (!is_enabled(walk, i))
      continue;
    rd_event event = { .kind = kind };
    event.pass = rd_pass_at((rd_pass_id)walk->step->passes[i])->row.name;
    event.pass_tests = kind == RD_EVENT_PASS_END ? walk->tests[i] : 0;
    rd_status status = rd_reduction_tell(walk->reduction, event);
    if (status != RD_OK)
      return status;
  }
  return RD_OK;
}

static rd_status walk_once(struct walk *walk)
{
  bool found;
  switch (walk->step->walk) {
  case RD_WALK_LEVELS: return walk_levels(walk);
  case RD_WALK_CHILDREN: return walk_children(walk);
  case RD_WALK_LEAST:
  case RD_WALK_HEAVIEST: return walk_worklist(walk);
  default: return run_passes(&found, walk, 0);
  }
}

/* Goes once through the step. The tree may be empty: nothing to do. */
static rd_status run_step_once(rd_reduction *reduction, const rd_step *step)
{
  struct walk walk = { .reduction = reduction, .step = step };
  uint64_t accepted = reduction->stats.accepted;
  rd_status status = tell_passes(&walk, RD_EVENT_PASS_BEGIN);
  if (status == RD_OK && rd_tree_size(reduction->tree) > 0)
    status = walk_once(&walk);
  reduction->pass = NULL;
  if (status == RD_OK)
    status = tell_passes(&walk, RD_EVENT_PASS_END);
  rd_deltas_dispose(&walk.deltas);
  free(walk.edits.data);
  bool changed = reduction->stats.accepted != accepted;
  if (status == RD_OK && changed && (reduction->schedule->flags & RD_REPARSE))
    status = rd_reduction_parse(reduction);
  return status;
}

static rd_status run_step(rd_reduction *reduction, const rd_step *step)
{
  uint32_t round = reduction->round;
  for (;;) {
    uint64_t accepted = reduction->stats.accepted;
    rd_status status = run_step_once(reduction, step);
    bool changed = reduction->stats.accepted != accepted;
    if (status != RD_OK || !step->star || !changed) {
      reduction->round = round;
      return status;
    }
    reduction->round++;
  }
}

rd_status rd_schedule_run(rd_reduction *reduction)
{
  const rd_schedule *schedule = reduction->schedule;
  size_t begin = 0;
  for (reduction->round = 1;; reduction->round++) {
    uint64_t accepted = 0;
    for (size_t i = begin; i < rd_schedule_size(schedule); i++) {
      if (i == schedule->again)
        accepted = reduction->stats.accepted;
      rd_status status = run_step(reduction, &schedule->steps[i]);
      if (status != RD_OK)
        return status;
    }
    bool changed = reduction->stats.accepted != accepted;
    if (!(schedule->flags & RD_REPEAT) || !changed)
      return RD_OK;
    begin = schedule->again;
  }
}
