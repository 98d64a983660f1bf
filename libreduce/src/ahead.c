/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What to do ahead of the search: the tests, scouts and trees that it will most
 * likely need, by the weights of its futures.
 */
#include "ahead.h"

/* A tree is made ahead if the search is more likely than not to need it. A
 * lower bound gained nothing (16 jobs, tests of 200 ms: 0 to 8 % of the time
 * with 0.5, and no more but twice the parses with 0.2). */
static const double least_parse = 0.5;
/* A fork costs about a millisecond, as does the switch to its processor. */
static const double long_us = 3000;
/* A running test gives way to one of so many times its weight: what it has done
 * so far is lost. */
static const double displacing = 4;

/* Is the text here, and would a test be of use? */
static bool is_testable(const rd_scouting *scouting, const rd_future *future)
{
  return future->kind == RD_FUTURE_ASKS && !future->runs &&
         !future->is_answered && !future->is_foreseen && !future->has_twin &&
         rd_scouting_text(scouting, future);
}

static bool is_parsable(const rd_scouting *scouting, const rd_future *future)
{
  return future->kind == RD_FUTURE_PARSES && future->weight >= least_parse &&
         rd_scouting_text(scouting, future);
}

/* The wanted future of most weight, or NULL. */
static rd_future *find_most(const rd_scouting *scouting,
                            bool (*is_wanted)(const rd_scouting *,
                                              const rd_future *))
{
  const rd_futures *futures = &scouting->futures;
  rd_future *most = NULL;
  for (size_t i = 0; i < futures->list.size; i++) {
    rd_future *future = futures->list.data[i];
    if (is_wanted(scouting, future) && (!most || future->weight > most->weight))
      most = future;
  }
  return most;
}

/* Tests of this weight that could be started now. */
static unsigned room_for(const rd_scouting *scouting, const rd_pace *pace,
                         double weight)
{
  const rd_futures *futures = &scouting->futures;
  unsigned room = pace->jobs - pace->flying;
  for (size_t i = 0; i < futures->list.size; i++)
    room += futures->list.data[i]->runs &&
            futures->list.data[i]->weight * displacing < weight;
  return room;
}

rd_plan rd_ahead_plan(rd_scouting *scouting, const rd_pace *pace)
{
  rd_futures_weigh(&scouting->futures);
  const rd_future *awaited = find_most(scouting, rd_scouting_is_awaited);
  rd_plan plan = { .test = find_most(scouting, is_testable),
                   .hope = awaited ? awaited->weight : 0 };
  if (!pace->is_stuck)
    plan.growth =
        rd_futures_open(&plan.from, &plan.is_success, &scouting->futures);
  double most = plan.hope > plan.growth ? plan.hope : plan.growth;
  if (plan.test && plan.test->weight > most)
    most = plan.test->weight;
  unsigned room = room_for(scouting, pace, most);
  plan.has_room = room > 0;
  plan.fits = plan.test && room_for(scouting, pace, plan.test->weight);
  /* One question is kept ready for when a test ends, if that takes longer than
   * a scout costs. */
  plan.is_short = room ? rd_scouting_awaited(scouting) < room
                       : !plan.test && !awaited && pace->test_us >= long_us;
  return plan;
}

rd_future *rd_ahead_test(const rd_plan *plan)
{
  return plan->fits && plan->test->weight >= plan->growth &&
                 plan->test->weight >= plan->hope
             ? plan->test
             : NULL;
}

bool rd_ahead_awaits(const rd_plan *plan)
{
  return plan->has_room ? plan->hope > plan->growth
                        : !plan->test && plan->hope > 0;
}

rd_future *rd_ahead_tree(rd_scouting *scouting)
{
  rd_futures_weigh(&scouting->futures);
  return find_most(scouting, is_parsable);
}
