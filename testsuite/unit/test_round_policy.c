/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The policy of the default: what is asked when, and what counts teach. */
#include "round_policy.h"
#include "run_tests.h"

enum {
  FUNCTIONS = 1u << RD_SYMBOL_FUNCTION,
  VARIABLES = 1u << RD_SYMBOL_VARIABLE,
};

START_TEST(test_round_policy__asks_for_more_until_it_asked_for_all)
{
  rd_round_policy policy = { .effort = RD_EFFORT_LIKELY };
  ck_assert(!rd_round_policy_is_minimal(&policy));
  ck_assert(rd_round_policy_ask_more(&policy, false));
  ck_assert_int_eq(policy.effort, RD_EFFORT_FRESH);
  ck_assert(rd_round_policy_ask_more(&policy, false));
  ck_assert_int_eq(policy.effort, RD_EFFORT_ALL);
  ck_assert(!rd_round_policy_ask_more(&policy, false));
  ck_assert(rd_round_policy_is_minimal(&policy));
}
END_TEST

START_TEST(test_round_policy__large_parts_come_first_in_large_texts)
{
  enum { LARGE = 6400, SMALL = 100 };
  rd_round_policy policy = { 0 };
  rd_round_policy_settle(&policy, LARGE, false);
  ck_assert_uint_eq(rd_round_policy_least(&policy, LARGE), LARGE / 16);
  ck_assert(rd_round_policy_ask_more(&policy, false));
  ck_assert_uint_eq(rd_round_policy_least(&policy, LARGE), LARGE / 64);
  rd_round_policy_settle(&policy, SMALL, true);
  ck_assert_int_eq(policy.effort, RD_EFFORT_LARGE);
  rd_round_policy_settle(&policy, SMALL, false);
  ck_assert_int_eq(policy.effort, RD_EFFORT_LIKELY);
  ck_assert_uint_eq(rd_round_policy_least(&policy, LARGE), 0);
}
END_TEST

START_TEST(test_round_policy__no_final_round_no_claim)
{
  rd_round_policy policy = { .effort = RD_EFFORT_LIKELY };
  ck_assert(rd_round_policy_ask_more(&policy, true));
  ck_assert(!rd_round_policy_ask_more(&policy, true));
  ck_assert(!rd_round_policy_is_minimal(&policy));
}
END_TEST

START_TEST(test_round_policy__a_success_leads_back_to_the_likely)
{
  rd_round_policy policy = { 0 };
  while (rd_round_policy_ask_more(&policy, false))
    continue;
  policy.effort = RD_EFFORT_LIKELY;
  ck_assert_int_eq(policy.effort, RD_EFFORT_LIKELY);
  ck_assert(!rd_round_policy_is_minimal(&policy));
}
END_TEST

START_TEST(test_round_policy__what_was_cut_short_claims_nothing)
{
  rd_round_policy policy = { 0 };
  while (rd_round_policy_ask_more(&policy, false))
    policy.is_cut = false;
  policy.is_cut = true;
  ck_assert(!rd_round_policy_is_minimal(&policy));
}
END_TEST

START_TEST(test_round_policy__names_are_strict_until_they_prove_not_to_be)
{
  rd_round_policy policy = { .effort = RD_EFFORT_LIKELY };
  ck_assert(!(rd_round_policy_strict(&policy, FUNCTIONS) & FUNCTIONS));
  ck_assert(rd_round_policy_strict(&policy, FUNCTIONS) & VARIABLES);
  rd_round_policy_learn(&policy, VARIABLES, true);
  ck_assert(!(rd_round_policy_strict(&policy, FUNCTIONS) & VARIABLES));
  for (int i = 0; i < 9; i++) {
    ck_assert(!(rd_round_policy_strict(&policy, FUNCTIONS) & FUNCTIONS));
    rd_round_policy_learn(&policy, FUNCTIONS, false);
  }
  ck_assert(rd_round_policy_strict(&policy, FUNCTIONS) & FUNCTIONS);
  (void)rd_round_policy_ask_more(&policy, false);
  ck_assert_uint_eq(rd_round_policy_strict(&policy, FUNCTIONS), 0);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "round_policy", test_round_policy__asks_for_more_until_it_asked_for_all,
      test_round_policy__large_parts_come_first_in_large_texts,
      test_round_policy__no_final_round_no_claim,
      test_round_policy__a_success_leads_back_to_the_likely,
      test_round_policy__what_was_cut_short_claims_nothing,
      test_round_policy__names_are_strict_until_they_prove_not_to_be);
}
