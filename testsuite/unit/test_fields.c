/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of fields. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_fields__go_with_their_initialisers)
{
  expect_rewrites("struct s { int a; char b, c; } x = { 1, 2, 3 };"
                  "struct s y = { .a = 1, .b = 2 }, z[] = { { 1 }, { 4, 5 } };"
                  "int f(void) { return x.a + x.c; }",
                  "unused-field",
                  "struct s { int a; char c; } x = { 1, 3 };"
                  "struct s y = { .a = 1 }, z[] = { { 1 }, { 4 } };"
                  "int f(void) { return x.a + x.c; }",
                  NULL);
}
END_TEST

START_TEST(test_fields__go_where_inner_braces_are_left_out)
{
  expect_rewrites("struct s { int a[2]; int b; } x = { 1, 2, 3 };"
                  "int f(void) { return x.a[0]; }",
                  "unused-field",
                  "struct s { int a[2]; } x = { 1, 2 };"
                  "int f(void) { return x.a[0]; }",
                  NULL);
}
END_TEST

START_TEST(test_fields__stay_where_values_cannot_be_counted)
{
  expect_rewrites("struct t { int c; }; struct s { struct t a[2]; int b; } x ="
                  "{ 1, 2, 3 }; int f(void) { return x.a[0].c; }",
                  "unused-field", NULL);
  expect_rewrites("struct s { char a[2]; int b; } x = { 'a', 'b', 3 };"
                  "int f(void) { return x.a[0]; }",
                  "unused-field", NULL);
  expect_rewrites("struct s { int a[4096][4096]; int b; } x = { 1, 2 };"
                  "int f(void) { return x.a[0][0]; }",
                  "unused-field", NULL);
}
END_TEST

START_TEST(test_fields__become_values)
{
  expect_rewrites("struct s { int a; int *b; } *p; int v;"
                  "int f(void) { p->a = 1; return *p->b + p->a; }",
                  "field-to-value",
                  "struct s { int *b; } *p; int v;"
                  "int f(void) { v = 1; return *p->b + 0; }",
                  "struct s { int a; } *p; int v;"
                  "int f(void) { p->a = 1; return *((int *)0) + p->a; }",
                  NULL);
  expect_rewrites("struct s { int a; } *p; f() { p->a++; }", "field-to-value",
                  NULL);
}
END_TEST

START_TEST(test_fields__become_variables)
{
  expect_rewrites("struct s { int a; char b : 3; }; static struct s x, y;"
                  "static struct s z; static struct s w;"
                  "int f(void) { return z.b++ + w.a + w.b; }",
                  "fields-to-variables",
                  "struct s { int a; char b : 3; }; static struct s x, y;"
                  "static char z; static struct s w;"
                  "int f(void) { return z++ + w.a + w.b; }",
                  "struct s { int a; char b : 3; }; static struct s x, y;"
                  "static struct s z; static int a; static char b;"
                  "int f(void) { return z.b++ + a + b; }",
                  NULL);
  expect_rewrites("struct s { int a, b; }; int a; struct s x;"
                  "int f(void) { return x.a + x.b; }",
                  "fields-to-variables", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("fields", test_fields__go_with_their_initialisers,
                   test_fields__go_where_inner_braces_are_left_out,
                   test_fields__stay_where_values_cannot_be_counted,
                   test_fields__become_values, test_fields__become_variables);
}
