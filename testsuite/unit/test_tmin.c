/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tmin: first improvement, and 1-maximality. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/search.h"
#include "run_tests.h"

enum { UNITS = 3 };

/* Each unit has a level; alternatives lead to all lower levels, lowest first. A
 * table says which states are interesting. */
struct world {
  uint32_t level[UNITS];
  bool interesting[4][4][4];
  char log[1024];
  size_t questions;
};

static bool holds(const struct world *world)
{
  const uint32_t *level = world->level;
  return world->interesting[level[0]][level[1]][level[2]];
}

static rd_status improve(bool *taken_out, void *payload, uint32_t unit)
{
  struct world *world = payload;
  uint32_t before = world->level[unit];
  *taken_out = false;
  for (uint32_t level = 0; level < before && !*taken_out; level++) {
    world->level[unit] = level;
    size_t used = strlen(world->log);
    if (used < sizeof world->log - 8)
      (void)snprintf(world->log + used, 8, "%u%u%u ", world->level[0],
                     world->level[1], world->level[2]);
    world->questions++;
    *taken_out = holds(world);
  }
  if (!*taken_out)
    world->level[unit] = before;
  return RD_OK;
}

static void run(struct world *world)
{
  ck_assert_int_eq(rd_tmin(UNITS, improve, world), RD_OK);
}

START_TEST(test_tmin__takes_the_first_improvement)
{
  struct world world = { .level = { 2, 2, 0 } };
  world.interesting[1][2][0] = world.interesting[1][0][0] = true;
  run(&world);
  ck_assert_str_eq(world.log, "020 120 020 100 000 ");
}
END_TEST

START_TEST(test_tmin__comes_back_to_earlier_units)
{
  struct world world = { .level = { 1, 1, 1 } };
  world.interesting[1][1][0] = world.interesting[0][1][0] = true;
  run(&world);
  ck_assert_uint_eq(world.level[0], 0);
  ck_assert_uint_eq(world.level[1], 1);
  ck_assert_uint_eq(world.level[2], 0);
}
END_TEST

static void expect_maximal(struct world *world)
{
  for (size_t unit = 0; unit < UNITS; unit++) {
    uint32_t kept = world->level[unit];
    for (uint32_t lower = 0; lower < kept; lower++) {
      world->level[unit] = lower;
      ck_assert(!holds(world));
    }
    world->level[unit] = kept;
  }
}

START_TEST(test_tmin__ends_one_maximal)
{
  srand((unsigned)_i);
  struct world world = { .level = { 3, 3, 3 } };
  for (size_t i = 0; i < 64; i++)
    world.interesting[i / 16][i / 4 % 4][i % 4] = rand() % 3 == 0;
  world.interesting[3][3][3] = true;
  run(&world);
  ck_assert(holds(&world));
  expect_maximal(&world);
}
END_TEST

START_TEST(test_tmin__of_nothing_asks_nothing)
{
  struct world world = { .level = { 0, 0, 0 } };
  run(&world);
  ck_assert_int_eq(rd_tmin(0, improve, &world), RD_OK);
  ck_assert_uint_eq(world.questions, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("tmin");
  TCase *tcase = tcase_create("tmin");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_tmin__takes_the_first_improvement);
  tcase_add_test(tcase, test_tmin__comes_back_to_earlier_units);
  tcase_add_loop_test(tcase, test_tmin__ends_one_maximal, 0, 50);
  tcase_add_test(tcase, test_tmin__of_nothing_asks_nothing);
  return run_suite(suite);
}
