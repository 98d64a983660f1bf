/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loop without progress ends, and fails an assertion where there are any. */
#include "base/budget.h"

#include <signal.h>

#include "run_tests.h"

START_TEST(test_budget__lasts_for_its_rounds)
{
  uint64_t rounds = 3;
  for (int i = 0; i < 3; i++)
    ck_assert(budget_take(&rounds));
  ck_assert_uint_eq(rounds, 0);
}
END_TEST

/* Ends by the assertion, or the same way without one. */
START_TEST(test_budget__ends_a_loop_without_progress)
{
  uint64_t rounds = 1000;
  while (budget_take(&rounds))
    ;
  (void)raise(SIGABRT);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("budget");
  TCase *tcase = tcase_create("budget");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_budget__lasts_for_its_rounds);
  tcase_add_test_raise_signal(tcase, test_budget__ends_a_loop_without_progress,
                              SIGABRT);
  return run_suite(suite);
}
