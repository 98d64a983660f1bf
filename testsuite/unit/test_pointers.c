/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of pointers. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_pointers__come_down_with_their_uses)
{
  expect_rewrites("struct s { int m; }; f() { struct s *p; int *q;"
                  "  return p->m + *q + q[1]; }",
                  "pointer-level",
                  "struct s { int m; }; f() { struct s p; int *q;"
                  "  return p.m + *q + q[1]; }",
                  "struct s { int m; }; f() { struct s *p; int q;"
                  "  return p->m + q + q; }",
                  NULL);
}
END_TEST

START_TEST(test_pointers__get_values_instead_of_addresses)
{
  expect_rewrites("int x, *p = &x; f(int **q) { p = 0; p = *q; }",
                  "pointer-level",
                  "int x, p = x; f(int **q) { p = 0; p = **q; }",
                  "int x, *p = &x; f(int *q) { p = 0; p = q; }", NULL);
}
END_TEST

START_TEST(test_pointers__give_their_address_elsewhere)
{
  expect_rewrites("int *p; f() { if (p && !p) p++; g(p, &p); }",
                  "pointer-level",
                  "int p; f() { if (p && !p) p++; g(&p, &p); }", NULL);
}
END_TEST

START_TEST(test_pointers__in_their_own_value_stay)
{
  expect_rewrites("int *p; f() { p = p + 1; }", "pointer-level", NULL);
}
END_TEST

START_TEST(test_pointers__that_calls_give_values_stay)
{
  expect_rewrites("f(int *p) { return *p; } g() { f(0); }", "pointer-level",
                  NULL);
}
END_TEST

START_TEST(test_pointers__to_functions_become_functions)
{
  expect_rewrites("int g(); int (*p)(int) = g; f() { p(1); (*p)(2); }",
                  "function-pointer",
                  "int g(); int p(int); f() { p(1); (*p)(2); }", NULL);
  expect_rewrites("int g(); int (*p)(int); f() { p = g; }", "function-pointer",
                  NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("pointers", test_pointers__come_down_with_their_uses,
                   test_pointers__get_values_instead_of_addresses,
                   test_pointers__give_their_address_elsewhere,
                   test_pointers__in_their_own_value_stay,
                   test_pointers__that_calls_give_values_stay,
                   test_pointers__to_functions_become_functions);
}
