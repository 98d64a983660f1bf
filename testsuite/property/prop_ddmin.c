/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ddmin over random predicates: what it ends with is interesting and 1-minimal
 * (checked against the table of the predicate itself), with and without the
 * subset phase, in both directions; and it asks the same questions twice.
 */
#include "asker.h"
#include "run_tests.h"

enum { UNITS = 9, TABLE = 1 << UNITS };

/* A table in which some sets are interesting: those that hold one of three
 * random sets if monotone, else any. */
static void make_table(bool *table, bool monotone)
{
  uint32_t seeds[3];
  for (size_t i = 0; i < 3; i++)
    seeds[i] = (uint32_t)rand() % TABLE;
  for (uint32_t mask = 0; mask < TABLE; mask++) {
    bool up = false;
    for (size_t i = 0; i < 3; i++)
      up |= (mask & seeds[i]) == seeds[i];
    table[mask] = monotone ? up : rand() % 4 == 0;
  }
  table[TABLE - 1] = true;
}

static uint32_t minimize(struct asked *asked, const bool *table,
                         const rd_ddmin_options *options)
{
  *asked = (struct asked){ .holds = holds_in_table, .payload = table };
  uint32_t *units = all_units(UNITS);
  size_t count = UNITS;
  rd_asker asker = { .first = answer, .payload = asked };
  ck_assert_int_eq(rd_ddmin(units, &count, &asker, options), RD_OK);
  uint32_t mask = mask_of(units, count);
  free(units);
  return mask;
}

static void expect_minimal(const bool *table, uint32_t mask, bool empty_too)
{
  ck_assert(table[mask]);
  bool single = (mask & (mask - 1)) == 0;
  if (single && !empty_too)
    return;
  for (uint32_t unit = 0; unit < UNITS; unit++)
    if (mask & (UINT32_C(1) << unit))
      ck_assert(!table[mask & ~(UINT32_C(1) << unit)]);
}

/* _i: the bits are the options. */
START_TEST(prop_ddmin__answers_are_one_minimal)
{
  static bool table[TABLE];
  static struct asked asked;
  rd_ddmin_options options = { .no_subsets = _i & 1,
                               .backward = _i & 2,
                               .empty_last = _i & 4 };
  srand((unsigned)_i + 1);
  for (int round = 0; round < 300; round++) {
    make_table(table, round % 2 == 0);
    expect_minimal(table, minimize(&asked, table, &options), _i & 4);
  }
}
END_TEST

START_TEST(prop_ddmin__asks_the_same_twice)
{
  static bool table[TABLE];
  static struct asked first, second;
  srand(5);
  for (int round = 0; round < 100; round++) {
    make_table(table, false);
    rd_ddmin_options options = { .empty_last = true };
    uint32_t mask = minimize(&first, table, &options);
    ck_assert_uint_eq(minimize(&second, table, &options), mask);
    ck_assert_uint_eq(first.questions, second.questions);
    ck_assert_mem_eq(first.log, second.log, sizeof first.log);
  }
}
END_TEST

START_TEST(prop_ddmin__without_complements_is_interesting_still)
{
  static bool table[TABLE];
  static struct asked asked;
  srand(6);
  for (int round = 0; round < 100; round++) {
    make_table(table, false);
    rd_ddmin_options options = { .no_complements = true };
    ck_assert(table[minimize(&asked, table, &options)]);
  }
}
END_TEST

/* The sweep promises less: exactly what is needed, if that is one set. */
START_TEST(prop_ddmin__sweep_ends_interesting)
{
  static bool table[TABLE];
  static struct asked asked;
  srand(7);
  for (int round = 0; round < 300; round++) {
    make_table(table, round % 2 == 0);
    asked = (struct asked){ .holds = holds_in_table, .payload = table };
    uint32_t *units = all_units(UNITS);
    uint64_t weights[UNITS];
    size_t count = UNITS;
    for (size_t i = 0; i < UNITS; i++)
      weights[i] = 1 + (uint64_t)(rand() % 20);
    rd_asker asker = { .first = answer, .payload = &asked };
    ck_assert_int_eq(rd_sweep(units, &count, weights, &asker, round & 2),
                     RD_OK);
    ck_assert(table[mask_of(units, count)]);
    ck_assert_uint_lt(asked.questions, 2 * UNITS);
    free(units);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("prop_ddmin");
  TCase *tcase = tcase_create("ddmin");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, prop_ddmin__answers_are_one_minimal, 0, 8);
  tcase_add_test(tcase, prop_ddmin__asks_the_same_twice);
  tcase_add_test(tcase, prop_ddmin__without_complements_is_interesting_still);
  tcase_add_test(tcase, prop_ddmin__sweep_ends_interesting);
  return run_suite(suite);
}
