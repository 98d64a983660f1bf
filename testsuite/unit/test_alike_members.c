/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Members that are alike, and chains of structs. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_alike_members__become_an_array)
{
  expect_rewrites("struct { int a, b, c; } x; f() { return x.a + x.c; }",
                  "members-to-array",
                  "struct { int a[3]; } x; f() { return x.a[0] + x.a[2]; }",
                  NULL);
  expect_rewrites("struct s { struct t *a, *b; struct t *c; char d; } *p, "
                  "y = { .c = 0 };"
                  "f() { p->b = p->c; }",
                  "members-to-array",
                  "struct s { struct t *a[3]; char d; } *p, y = { .a[2] = 0 };"
                  "f() { p->a[1] = p->a[2]; }",
                  NULL);
  expect_rewrites(
      "struct { int a, b; int c, d; char e, f, g; int i, h[2]; } x;",
      "members-to-array", "struct { int a[4]; char e, f, g; int i, h[2]; } x;",
      "struct { int a, b; int c, d; char e[3]; int i, h[2]; } x;", NULL);
}
END_TEST

START_TEST(test_alike_members__of_a_union_become_one)
{
  expect_rewrites("union { int a[2], b[2]; char c; } x;"
                  "f() { return x.b[1] + x.a[0]; }",
                  "members-to-array",
                  "union { int a[2]; char c; } x;"
                  "f() { return x.a[1] + x.a[0]; }",
                  NULL);
}
END_TEST

START_TEST(test_alike_members__other_members_stay)
{
  expect_rewrites("struct { struct { int a; }; } x;", "members-to-array", NULL);
  expect_rewrites("struct { int a, b; int *c; int d:1, e:1, f:1; char g; } x;",
                  "members-to-array", NULL);
}
END_TEST

START_TEST(test_alike_members__bounds_become_their_product)
{
  expect_rewrites("int a[2][3][4]; f() { g(a); }", "bounds-to-product",
                  "int a[24]; f() { g(a); }", NULL);
  expect_rewrites("int n, a[9][n][3][4];", "bounds-to-product",
                  "int n, a[9][n][12];", NULL);
  expect_rewrites("char a[4][4611686018427387904][2];", "bounds-to-product",
                  NULL);
  expect_rewrites("int a[2][3]; f() { a[1][1] = 0; }", "bounds-to-product",
                  NULL);
}
END_TEST

START_TEST(test_alike_members__functions_of_a_class_stay)
{
  expect_cxx("struct s { void f(); void g(); void h(); };", "members-to-array",
             NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("alike_members", test_alike_members__become_an_array,
                   test_alike_members__of_a_union_become_one,
                   test_alike_members__other_members_stay,
                   test_alike_members__bounds_become_their_product,
                   test_alike_members__functions_of_a_class_stay);
}
