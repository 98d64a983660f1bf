/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tables of algorithms and of passes. Passes depend on pass.c; only this file
 * knows all of them.
 *
 * The papers' rows are pure: one parse, the shortest phrase of the place, equal
 * sorts, and no regard to tokens saved. All our improvements are in the row
 * `default`. traverse.c gives the steps their meaning.
 */
#include "schedule.h"

#include <assert.h>
#include <string.h>

#define ONCE(how, ...)                                                         \
  {                                                                            \
    .walk = RD_WALK_##how, .passes = { __VA_ARGS__ }                           \
  }
#define STAR(how, ...)                                                         \
  {                                                                            \
    .walk = RD_WALK_##how, .star = true, .passes = { __VA_ARGS__ }             \
  }
#define GROWS(how, growing, ...)                                               \
  {                                                                            \
    .walk = RD_WALK_##how, .growth = RD_GROWS_##growing, .passes = {           \
      __VA_ARGS__                                                              \
    }                                                                          \
  }
#define BULKY(how, growing, ...)                                               \
  {                                                                            \
    .walk = RD_WALK_##how, .bulky = true, .growth = RD_GROWS_##growing,        \
    .passes = {                                                                \
      __VA_ARGS__                                                              \
    }                                                                          \
  }
#define FIRST(how, ...)                                                        \
  {                                                                            \
    .walk = RD_WALK_##how, .first = true, .passes = { __VA_ARGS__ }            \
  }
#define END(how, most, price, ...)                                             \
  {                                                                            \
    .walk = RD_WALK_##how, .most_tokens = most, .budget = price, .passes = {   \
      __VA_ARGS__                                                              \
    }                                                                          \
  }
#define SEARCH(how, with, until, ...)                                          \
  {                                                                            \
    .walk = RD_WALK_##how, .search = RD_BY_##with, .star = until, .passes = {  \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

static const rd_schedule schedules[] = {
#define RD_SCHEDULE(label, other, seen_as, bits, text, origin, ...)            \
  { .row = { .name = label,                                                    \
             .alias = other,                                                   \
             .description = text,                                              \
             .source = origin },                                               \
    .view = seen_as,                                                           \
    .flags = bits,                                                             \
    .steps = { __VA_ARGS__ } },
#include "schedules.def"
#undef RD_SCHEDULE
};

const rd_schedule *rd_schedule_at(size_t index)
{
  size_t count = sizeof schedules / sizeof *schedules;
  return index < count ? &schedules[index] : NULL;
}

const rd_row *rd_algorithm(size_t index)
{
  const rd_schedule *schedule = rd_schedule_at(index);
  return schedule ? &schedule->row : NULL;
}

const rd_schedule *rd_schedule_find(const char *name)
{
  const rd_schedule *schedule;
  for (size_t i = 0; (schedule = rd_schedule_at(i)); i++) {
    const char *alias = schedule->row.alias;
    if (strcmp(schedule->row.name, name) == 0 ||
        (alias && strcmp(alias, name) == 0))
      return schedule;
  }
  return NULL;
}

size_t rd_step_size(const rd_step *step)
{
  size_t size = 0;
  while (size < RD_STEP_PASSES && step->passes[size] != RD_PASS_NONE)
    size++;
  return size;
}

size_t rd_schedule_size(const rd_schedule *schedule)
{
  size_t size = 0;
  while (size < RD_SCHEDULE_STEPS && rd_step_size(&schedule->steps[size]) > 0)
    size++;
  return size;
}

/* ---- passes ---- */

#define RD_PASS(...)
#define RD_PLACE_PASS(id, function, name, search, description, source)         \
  void rd_pass_##function(rd_deltas *out, const rd_sight *sight)               \
  {                                                                            \
    for (size_t i = 0; i < sight->count; i++)                                  \
      rd_place_##function(out, sight, sight->places[i]);                       \
  }
#include "passes.def"

static const rd_pass passes[] = {
#define RD_PASS(id, function, label, wants, text, origin)                      \
  { .row = { .name = label, .description = text, .source = origin },           \
    .search = wants,                                                           \
    .enumerate = rd_pass_##function },
#define RD_KEEP_PASS(id, function, label, wants, text, origin)                 \
  { .row = { .name = label, .description = text, .source = origin },           \
    .search = wants,                                                           \
    .enumerate = rd_pass_##function,                                           \
    .keep = rd_keep_##function },
#include "passes.def"
};

const rd_pass *rd_pass_at(rd_pass_id id)
{
  assert(id > RD_PASS_NONE && id < RD_PASS_COUNT);
  return &passes[id - 1];
}

const rd_row *rd_pass_row(size_t index)
{
  return index < RD_PASS_COUNT - 1 ? &passes[index].row : NULL;
}
