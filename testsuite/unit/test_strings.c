/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of string literals. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_strings__are_joined)
{
  expect_rewrites("f() { g(\"a\" \"b\" \"c\"); }", "strings-joined",
                  "f(){g(\"abc\");}", NULL);
  expect_rewrites("f() { g(L\"a\" \"b\"); }", "strings-joined", NULL);
}
END_TEST

START_TEST(test_strings__become_shorter)
{
  expect_rewrites("f() { g(\"ab\\nc\"); }", "string-shorter", "f(){g(\"\");}",
                  "f(){g(\"\\nc\");}", "f(){g(\"ab\");}", NULL);
  expect_rewrites("f() { g(\"\", \"a\"); asm(\"abcdef\"); }", "string-shorter",
                  "f(){g(\"\",\"\");asm(\"abcdef\");}", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("strings", test_strings__are_joined,
                   test_strings__become_shorter);
}
