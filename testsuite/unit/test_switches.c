/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of `switch` and `goto`. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_switches__a_case_stands_for_its_switch)
{
  expect_rewrites("a; f() { switch (a) { case 1: case 2: f(); a; break; "
                  "default: a; f(); } }",
                  "switch-to-case", "a;f(){f();a;}", "a;f(){a;f();}", NULL);
  expect_rewrites("a; f() { switch (a) { case 1: f(); break; default: a; } }",
                  "switch-to-case", NULL);
}
END_TEST

START_TEST(test_switches__the_target_moves_to_the_goto)
{
  expect_rewrites("a; f() { goto l; f(); l: a; }", "goto-to-target",
                  "a;f(){a;f();}", NULL);
  expect_rewrites("a; f() { l: { a; goto l; } }", "goto-to-target", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("switches", test_switches__a_case_stands_for_its_switch,
                   test_switches__the_target_moves_to_the_goto);
}
