/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions that become statements. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_lifting__what_stands_before_a_comma)
{
  expect_rewrites("int f(int a) { return (g(), h(), a); }", "comma-lifted",
                  "int f(int a) { g(); return (h(), a); }",
                  "int f(int a) { g(), h(); return a; }", NULL);
  expect_rewrites("f(a) { if (g(), a) h(); int b = (a, 1); }", "comma-lifted",
                  "f(a) { g(); if (a) h(); int b = (a, 1); }",
                  "f(a) { if (g(), a) h(); a; int b = 1; }", NULL);
}
END_TEST

START_TEST(test_lifting__assignments)
{
  expect_rewrites("int f(int a, int b) { if ((a = b) > 1) return a; }",
                  "assignment-lifted",
                  "int f(int a, int b) { a = b; if (a > 1) return a; }", NULL);
  expect_rewrites("f(int *p) { g(p[1] += 2); }", "assignment-lifted",
                  "f(int *p) { p[1] += 2; g(p[1]); }", NULL);
}
END_TEST

START_TEST(test_lifting__not_out_of_loops_and_branches)
{
  expect_rewrites("f(a) { while (a = g(), a) h(); }", "comma-lifted", NULL);
  expect_rewrites("f(a) { while (a = g()) h(); }", "assignment-lifted", NULL);
  expect_rewrites("f(a) { if (a) return a = 1; else g(a = 2); }",
                  "assignment-lifted", NULL);
  expect_rewrites("f(a) { a = 1; g(), h(); }", "assignment-lifted", NULL);
  expect_rewrites("f(a) { a = 1; g(), h(); }", "comma-lifted", NULL);
}
END_TEST

START_TEST(test_lifting__not_out_of_broken_texts)
{
  expect_rewrites("int a = (1, 2); int b = a = 3;", "comma-lifted", NULL);
  expect_rewrites("f() { return (g(), ); }", "comma-lifted", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("lifting", test_lifting__what_stands_before_a_comma,
                   test_lifting__assignments,
                   test_lifting__not_out_of_loops_and_branches,
                   test_lifting__not_out_of_broken_texts);
}
