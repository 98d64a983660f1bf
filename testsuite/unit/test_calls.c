/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of calls. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_calls__become_results)
{
  expect_rewrites("int f(int a, int b) { return a * b; }"
                  "int g(int c) { return f(c + 1, 2) * f(c); }",
                  "call-to-result",
                  "int f(int a, int b) { return a * b; }"
                  "int g(int c) { return ((c + 1) * 2) * f(c); }",
                  "int f(int a, int b) { return a * b; }"
                  "int g(int c) { return f(c + 1, 2) * (c * 0); }",
                  NULL);
}
END_TEST

START_TEST(test_calls__become_results_and_the_callee_goes)
{
  expect_rewrites("v; f() { return v; } g() { return f(); }", "call-to-result",
                  "v; g() { return v; }",
                  "v; f() { return v; } g() { return v; }", NULL);
  expect_rewrites("f() { int v; return v; } g() { return f(); }",
                  "call-to-result", NULL);
}
END_TEST

START_TEST(test_calls__become_bodies)
{
  expect_rewrites("int x; static void f(char a) { x = a; }"
                  "int g(int c) { f(c + 1); }",
                  "inline",
                  "int x; int g(int c) { { char a = c + 1; x = a; } }", NULL);
  expect_rewrites("x; f(a) { x = a; } g(a) { f(a); }", "inline",
                  "x; g(a) { x = a; }", NULL);
  expect_rewrites("x; f(a) { x = a; } g(a) { f(a + 1); }", "inline", NULL);
}
END_TEST

START_TEST(test_calls__become_bodies_with_results)
{
  expect_rewrites("x; f() { x++; return 1 + x; } g() { x = f(); }", "inline",
                  "x; g() { x++; x = 1 + x; }", NULL);
  expect_rewrites("x; f() { x++; return 1 + x; } g() { int y = f(); }",
                  "inline", "x; g() { int y; x++; y = 1 + x; }", NULL);
  expect_rewrites("x; f() { if (x) return 2; return 1; } g() { return f(); }",
                  "inline", "x; g() { if (x) return 2; return 1; }", NULL);
  expect_rewrites("x; f() { if (x) return 2; return 1; } g() { x = f(); }",
                  "inline", NULL);
}
END_TEST

START_TEST(test_calls__of_the_caller_stay)
{
  expect_rewrites("f() { f(); }", "inline", NULL);
  expect_rewrites("f() { return f(); }", "call-to-result", NULL);
}
END_TEST

START_TEST(test_calls__become_assignments_of_their_arguments)
{
  expect_rewrites("int g; void f(int a, const int c)"
                  "{ h(1 == a, c + 1, g, g + 2); if (h(a + 1)); }",
                  "call-to-assignment",
                  "int g; void f(int a, const int c)"
                  "{ a = 1 == a; if (h(a + 1)); }",
                  NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "calls", test_calls__become_results,
      test_calls__become_results_and_the_callee_goes, test_calls__become_bodies,
      test_calls__become_bodies_with_results, test_calls__of_the_caller_stay,
      test_calls__become_assignments_of_their_arguments);
}
