/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of arrays. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_arrays__become_an_element)
{
  expect_rewrites("int a[3]; f(int i) { return a[i] + *a; }",
                  "array-to-element", "int a; f(int i) { return a + a; }",
                  NULL);
  expect_rewrites("struct { int a[3]; } x, *p; f() { return p->a[x.a[0]]; }",
                  "array-to-element",
                  "struct { int a; } x, *p; f() { return p->a; }", NULL);
}
END_TEST

START_TEST(test_arrays__give_their_address_elsewhere)
{
  expect_rewrites("extern int a[]; int a[2]; int *p = a; int b = sizeof a;"
                  "f() { g(a); a->x; }",
                  "array-to-element",
                  "extern int a; int a; int *p = &a; int b = sizeof a;"
                  "f() { g(&a); (&a)->x; }",
                  NULL);
}
END_TEST

START_TEST(test_arrays__keep_the_first_value)
{
  expect_rewrites("int a[3] = { 1, 2 }, b[] = { [1] = 3 };"
                  "char c[] = \"x\";",
                  "array-to-element",
                  "int a = 1, b[] = { [1] = 3 }; char c[] = \"x\";",
                  "int a[3] = { 1, 2 }, b = 3; char c[] = \"x\";",
                  "int a[3] = { 1, 2 }, b[] = { [1] = 3 }; char c;", NULL);
}
END_TEST

START_TEST(test_arrays__lose_their_last_dimension)
{
  expect_rewrites("int a[2][3]; f(int i) { return a[i][i + 1]; }",
                  "array-dimension", "int a[2]; f(int i) { return a[i]; }",
                  NULL);
  expect_rewrites("int a[2][3]; f(int i) { return a[i]; }", "array-dimension",
                  NULL);
}
END_TEST

START_TEST(test_arrays__get_the_bound_of_their_elements)
{
  expect_rewrites("int a[] = { 1, 2, 3, 4, 5 };", "array-bounded",
                  "int a[5] = { 1 };", "int a[5] = { 1, 2 };", NULL);
  expect_rewrites("int b[][2] = { { 1, 2 }, { 3 } };", "array-bounded",
                  "int b[2][2] = { { 1, 2 } };", NULL);
  expect_rewrites("int a[2] = { 1, 2 }, b[] = { 1 }, c[] = { [1] = 2, 3 };"
                  "struct { int x, y; } d = { 1, 2 }; char e[] = \"x\";",
                  "array-bounded", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("arrays", test_arrays__become_an_element,
                   test_arrays__give_their_address_elsewhere,
                   test_arrays__keep_the_first_value,
                   test_arrays__lose_their_last_dimension,
                   test_arrays__get_the_bound_of_their_elements);
}
