/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of where and how variables are declared, and of variables that
 * become one. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_scopes__locals_move_out)
{
  expect_rewrites("int g; f() { int a, b[2] = { 1 }; static char c = 1;"
                  "{ unsigned d; int g; } }",
                  "local-to-global",
                  "int g; a, b[2] = { 1 }; char c = 1; f() "
                  "{ { unsigned d; int g; } }",
                  "int g; a, b[2] = { 1 }; f() { static char c = 1;"
                  "{ unsigned d; int g; } }",
                  "int g; char c = 1; f() { int a, b[2] = { 1 };"
                  "{ unsigned d; int g; } }",
                  NULL);
}
END_TEST

START_TEST(test_scopes__values_stay_inside)
{
  expect_rewrites("f(x) { int a = x, b = 2; return a; }", "local-to-global",
                  "a, b = 2; f(x) { return a; }", NULL);
}
END_TEST

START_TEST(test_scopes__one_name_moves_once)
{
  expect_rewrites("f() { { int a; } { int a; } }", "local-to-global",
                  "a; f() { {} { int a; } }", NULL);
}
END_TEST

START_TEST(test_scopes__declarations_of_a_type_become_one)
{
  expect_rewrites("int a; char b; int c, *d; int e(void);"
                  "f() { int a = 1; int b; }",
                  "combine-declarations",
                  "int a, c, *d; char b; int e(void);"
                  "f() { int a = 1; int b; }",
                  "int a, e(void); char b; int c, *d;"
                  "f() { int a = 1; int b; }",
                  "int a; char b; int c, *d; int e(void);"
                  "f() { int a = 1, b; }",
                  NULL);
  expect_rewrites("struct s { int a; int b; struct s *c; struct s *d; };",
                  "combine-declarations",
                  "struct s { int a, b; struct s *c; struct s *d; };",
                  "struct s { int a; int b; struct s *c, *d; };", NULL);
}
END_TEST

START_TEST(test_scopes__variables_are_declared_with_a_value)
{
  expect_rewrites("f() { int a; int b; g(); b = 1; return b; }",
                  "assignment-to-initializer",
                  "f() { int a; int b = 1; g(); return b; }",
                  "f() { int a; g(); int b = 1; return b; }", NULL);
  expect_rewrites("a, b; f() { a = 2; if (b) b = a; }",
                  "assignment-to-initializer",
                  "a = 2, b; f() { if (b) b = a; }", NULL);
  expect_rewrites("char a; static b; c; f() { b = 1 < b; a = 1 < a; }"
                  "g() { c = f(); } h() { c = 2; }",
                  "assignment-to-initializer",
                  "static b; c; f() { b = 1 < b; char a = 1 < a; }"
                  "g() { c = f(); } h() { c = 2; }",
                  NULL);
  expect_rewrites("f() { int a, b; if (g()) b = 1; return b; }",
                  "assignment-to-initializer",
                  "f() { int a, b = 1; if (g()) ; return b; }", NULL);
}
END_TEST

START_TEST(test_scopes__first_parts_get_their_value_where_declared)
{
  expect_rewrites("struct s { int a, b; } x, y; f() { x.a = 2; y.b = 3; }",
                  "assignment-to-initializer",
                  "struct s { int a, b; } x = {2}, y; f() { y.b = 3; }", NULL);
  expect_rewrites("int a[2], b[2], c[2], *d; f() { a[0] = 2; b[1] = 3; *c = 4; "
                  "d[0] = 5; }",
                  "assignment-to-initializer",
                  "int a[2] = {2}, b[2], c[2], *d; f() { b[1] = 3; *c = 4; "
                  "d[0] = 5; }",
                  "int a[2], b[2], c[2] = {4}, *d; f() { a[0] = 2; b[1] = 3; "
                  "d[0] = 5; }",
                  NULL);
}
END_TEST

START_TEST(test_scopes__variables_become_one)
{
  expect_rewrites("int a; char c; f() { int b = 2; char d; return b + d; }",
                  "unify-variables",
                  "int a; char c; f() { char d; return a + d; }",
                  "int a; char c; f() { a = 2; char d; return a + d; }",
                  "int a; char c; f() { int b = 2; return b + c; }", NULL);
}
END_TEST

START_TEST(test_scopes__locals_join_a_declaration_of_their_type)
{
  expect_rewrites("struct s { int a; }; f() { struct s x = { 1 }; f(&x); }",
                  "local-joined",
                  "struct s { int a; } x = { 1 }; f() { f(&x); }", NULL);
  expect_rewrites(
      "struct s { int a; } y; f(struct s *p) { struct s x, *q = p; }",
      "local-joined", "struct s { int a; } y, x, *q; f(struct s *p) { q = p; }",
      NULL);
  expect_rewrites("int a; f() { if (a) { int b = 1, c = a; f(b); } }",
                  "local-joined",
                  "int a, b = 1, c; f() { if (a) { c = a; f(b); } }", NULL);
  expect_rewrites("int a; f() { int a; static int b; char c; } int d; char e;"
                  "g(int b) { for (int c; b;) ; }",
                  "local-joined", NULL);
}
END_TEST

START_TEST(test_scopes__cxx_needs_the_type)
{
  expect_cxx("void f() { int a; auto b = 1; static int c; }", "local-to-global",
             "int c;void f(){int a;auto b=1;}", NULL);
}
END_TEST

START_TEST(test_scopes__templates_stand_alone)
{
  expect_cxx("template <class T> int a; template <class T> int b; struct { int "
             "i; } s; auto [c] = s; auto [d] = s;",
             "combine-declarations", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "scopes", test_scopes__locals_move_out, test_scopes__values_stay_inside,
      test_scopes__one_name_moves_once,
      test_scopes__declarations_of_a_type_become_one,
      test_scopes__variables_are_declared_with_a_value,
      test_scopes__variables_become_one,
      test_scopes__first_parts_get_their_value_where_declared,
      test_scopes__locals_join_a_declaration_of_their_type,
      test_scopes__cxx_needs_the_type, test_scopes__templates_stand_alone);
}
