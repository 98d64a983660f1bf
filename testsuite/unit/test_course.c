/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The course of the default: what is asked when, and what counts teach. */
#include "course.h"
#include "run_tests.h"

enum {
  FUNCTIONS = 1u << RD_SYMBOL_FUNCTION,
  VARIABLES = 1u << RD_SYMBOL_VARIABLE,
};

START_TEST(test_course__asks_for_more_until_it_asked_for_all)
{
  rd_course course;
  rd_course_init(&course);
  ck_assert(!rd_course_is_minimal(&course));
  ck_assert(rd_course_ask_more(&course, false));
  ck_assert_int_eq(course.effort, RD_EFFORT_FRESH);
  ck_assert(rd_course_ask_more(&course, false));
  ck_assert_int_eq(course.effort, RD_EFFORT_ALL);
  ck_assert(!rd_course_ask_more(&course, false));
  ck_assert(rd_course_is_minimal(&course));
  rd_course_dispose(&course);
}
END_TEST

START_TEST(test_course__no_final_round_no_claim)
{
  rd_course course;
  rd_course_init(&course);
  ck_assert(rd_course_ask_more(&course, true));
  ck_assert(!rd_course_ask_more(&course, true));
  ck_assert(!rd_course_is_minimal(&course));
  rd_course_dispose(&course);
}
END_TEST

START_TEST(test_course__a_success_leads_back_to_the_likely)
{
  rd_course course;
  rd_course_init(&course);
  while (rd_course_ask_more(&course, false))
    continue;
  rd_course_succeed(&course);
  ck_assert_int_eq(course.effort, RD_EFFORT_LIKELY);
  ck_assert(!rd_course_is_minimal(&course));
  rd_course_dispose(&course);
}
END_TEST

START_TEST(test_course__what_was_cut_short_claims_nothing)
{
  rd_course course;
  rd_course_init(&course);
  while (rd_course_ask_more(&course, false))
    course.is_cut = false;
  course.is_cut = true;
  ck_assert(!rd_course_is_minimal(&course));
  rd_course_dispose(&course);
}
END_TEST

START_TEST(test_course__names_are_strict_until_they_prove_not_to_be)
{
  rd_course course;
  rd_course_init(&course);
  ck_assert(!(rd_course_strict(&course) & FUNCTIONS));
  ck_assert(rd_course_strict(&course) & VARIABLES);
  rd_course_learn(&course, VARIABLES, true);
  ck_assert(!(rd_course_strict(&course) & VARIABLES));
  for (int i = 0; i < 9; i++) {
    ck_assert(!(rd_course_strict(&course) & FUNCTIONS));
    rd_course_learn(&course, FUNCTIONS, false);
  }
  ck_assert(rd_course_strict(&course) & FUNCTIONS);
  (void)rd_course_ask_more(&course, false);
  ck_assert_uint_eq(rd_course_strict(&course), 0);
  rd_course_dispose(&course);
}
END_TEST

int main(void)
{
  return RUN_TESTS("course", test_course__asks_for_more_until_it_asked_for_all,
                   test_course__no_final_round_no_claim,
                   test_course__a_success_leads_back_to_the_likely,
                   test_course__what_was_cut_short_claims_nothing,
                   test_course__names_are_strict_until_they_prove_not_to_be);
}
