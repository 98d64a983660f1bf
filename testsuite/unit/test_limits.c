/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How long a front end may take. */
#include "run_tests.h"
#include "server/parts.h"

enum { LARGE = 3000000, SMALL = 300 };

START_TEST(test_limits__follow_texts_of_that_size)
{
  parse_limits limits = { 0 };
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, SMALL), 5000);
  parse_limits_note(&limits, 4000, LARGE, true);
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, SMALL), 60000);
  parse_limits_note(&limits, 10, SMALL, true);
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, SMALL), 2200);
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, SMALL / 100), 2200);
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, LARGE), 60000);
}
END_TEST

/* A restart goes back to a text that still includes a header. */
START_TEST(test_limits__remember_slow_texts)
{
  parse_limits limits = { 0 };
  parse_limits_note(&limits, 1500, 5 * SMALL, true);
  parse_limits_note(&limits, 3, 3 * SMALL, true);
  ck_assert_uint_ge(parse_limit_cpu_ms(&limits, 5 * SMALL), 30000);
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, 3 * SMALL), 2100);
}
END_TEST

/* What both include may be all that takes time. */
START_TEST(test_limits__let_a_part_take_what_the_whole_took)
{
  parse_limits limits = { 0 };
  parse_limits_note(&limits, 10, SMALL, false);
  parse_limits_note(&limits, 4000, LARGE, true);
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, SMALL), 10000);
}
END_TEST

/* CPU time ends what hangs; a loaded machine may take long to give it. */
START_TEST(test_limits__allow_for_a_loaded_machine)
{
  parse_limits limits = { 0 };
  parse_limits_note(&limits, 10, SMALL, true);
  parse_limits_note(&limits, 4000, LARGE, true);
  ck_assert_uint_eq(parse_limit_wall_ms(&limits, LARGE), 600000);
  ck_assert_uint_eq(parse_limit_wall_ms(&limits, SMALL), 100000);
}
END_TEST

START_TEST(test_limits__obey)
{
  parse_limits limits = { .asked_ms = 300 };
  parse_limits_note(&limits, 4000, LARGE, true);
  ck_assert_uint_eq(parse_limit_cpu_ms(&limits, LARGE), 300);
  ck_assert_uint_eq(parse_limit_wall_ms(&limits, SMALL), 300);
}
END_TEST

int main(void)
{
  return RUN_TESTS("limits", test_limits__follow_texts_of_that_size,
                   test_limits__remember_slow_texts,
                   test_limits__let_a_part_take_what_the_whole_took,
                   test_limits__allow_for_a_loaded_machine, test_limits__obey);
}
