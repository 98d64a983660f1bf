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

START_TEST(test_constants__keep_their_kind)
{
  expect_rewrites("long f(long a) { return a + 0xADE1; }", "constant-one",
                  "long f(long a) { return a + 1; }",
                  "long f(long a) { return a + 1L; }",
                  "long f(long a) { return a + 4; }", NULL);
  expect_rewrites("f() { return 2.5e3f + 1. + 0x1p3; }", "constant-one",
                  "f() { return 1. + 1. + 0x1p3; }",
                  "f() { return 2.5e3f + 1. + 1.; }", NULL);
  expect_rewrites("f() { return 'a' + '\\n' + L'a' + 'd'; }", "character-code",
                  "f() { return 97 + '\\n' + L'a' + 'd'; }",
                  "f() { return 'a' + '\\n' + L'a' + 100; }", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("constants", test_constants__are_written_plainly,
                   test_constants__become_smaller,
                   test_constants__keep_their_kind);
}
