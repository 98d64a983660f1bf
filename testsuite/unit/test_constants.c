/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of integer literals. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_constants__are_written_plainly)
{
  expect_rewrites("long f(void) { return 0x10UL + 7 + 1.5; }", "constant-plain",
                  "long f(void) { return 16 + 7 + 1.5; }", NULL);
}
END_TEST

START_TEST(test_constants__become_smaller)
{
  expect_rewrites("int f(int a) { return a + 47 - 1; }", "constant-one",
                  "int f(int a) { return a + 1 - 1; }",
                  "int f(int a) { return a + 4 - 1; }", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("constants", test_constants__are_written_plainly,
                   test_constants__become_smaller);
}
