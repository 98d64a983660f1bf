/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of parameters. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_parameters__go_with_their_arguments)
{
  expect_rewrites("int f(int a, char b); int f(int a, char b) { return a; }"
                  "int g(void) { return f(1, 2); }",
                  "unused-parameter",
                  "int f(int a); int f(int a) { return a; }"
                  "int g(void) { return f(1); }",
                  NULL);
}
END_TEST

START_TEST(test_parameters__of_a_mere_prototype_go)
{
  expect_rewrites("int f(int, char *, ...); int g(void) { return f(1, 0, 2); }",
                  "unused-parameter",
                  "int f(char *, ...); int g(void) { return f(0, 2); }",
                  "int f(int, ...); int g(void) { return f(1, 2); }", NULL);
}
END_TEST

START_TEST(test_parameters__of_old_lists_go)
{
  expect_rewrites("f(a, b) char b; { return a; } g() { f(1, 2); }",
                  "unused-parameter", "f(a) { return a; } g() { f(1); }", NULL);
  expect_rewrites("f(a) { return a; } g() { f(1); }", "parameter-to-value",
                  "f() { return 0; } g() { f(); }", NULL);
}
END_TEST

START_TEST(test_parameters__of_functions_with_an_address_stay)
{
  expect_rewrites("int f(int a) { return 0; } int (*p)(int) = f;",
                  "unused-parameter", NULL);
  expect_rewrites("int f(int a) { return 0; } int g(int) "
                  "__attribute__((alias(\"f\")));",
                  "unused-parameter",
                  "int f(int a) { return 0; } int g() "
                  "__attribute__((alias(\"f\")));",
                  NULL);
}
END_TEST

START_TEST(test_parameters__become_values)
{
  expect_rewrites("int f(int *p, int i) { i++; return *p; }"
                  "int g(void) { return f(0, 1); }",
                  "parameter-to-value",
                  "int f(int i) { i++; return 0; }"
                  "int g(void) { return f(1); }",
                  NULL);
}
END_TEST

START_TEST(test_parameters__become_other_variables)
{
  expect_rewrites("int v; main(int argc, char **argv) { return argc; }",
                  "parameter-to-variable",
                  "int v; main(char **argv) { return v; }", NULL);
}
END_TEST

START_TEST(test_parameters__become_global)
{
  expect_rewrites("void f(int a) { a++; } void g(void) { f(1 + 2); }",
                  "parameter-to-global",
                  "a; void f() { a++; } void g(void) { f(); }",
                  "int a; void f() { a++; } void g(void) { f(); }", NULL);
  expect_rewrites("void f(int g) { g++; } void g(void) { f(1); }",
                  "parameter-to-global", NULL);
}
END_TEST

START_TEST(test_parameters__used_in_a_mere_prototype_stay)
{
  expect_rewrites("void f(int n, int a[n]);", "parameter-to-global", NULL);
}
END_TEST

START_TEST(test_parameters__all_go)
{
  expect_rewrites("int f(int a, char b) { b++; return a; }"
                  "int g(void) { return f(1, 2); }",
                  "no-parameters",
                  "int f() { char b; b++; return 0; }"
                  "int g(void) { return f(); }",
                  NULL);
}
END_TEST

START_TEST(test_parameters__of_declarations_lose_their_names)
{
  expect_rewrites("int f(int a, char); int g(int b) { return b; }",
                  "parameter-name",
                  "int f(int, char); int g(int b) { return b; }", NULL);
}
END_TEST

START_TEST(test_parameters__of_old_lists_get_types)
{
  expect_rewrites("f(a, b, c) char *a; { } g(a) int a; { }", "old-parameters",
                  "f(char *a, int b, int c) { } g(a) int a; { }",
                  "f(a, b, c) char *a; { } g(int a) { }", NULL);
}
END_TEST

START_TEST(test_parameters__same_argument_takes_its_place)
{
  expect_rewrites("int f(int a, int b) { return a + b; } g() { f(1, 67); f(2, "
                  "67); }",
                  "parameter-to-constant",
                  "int f(int a){return a+67;}g(){f(1);f(2);}", NULL);
  expect_rewrites("int b; int f(int a) { return !a; } g() { f(b + 3); }",
                  "parameter-to-constant",
                  "int b;int f(){return !(b+3);}g(){f();}", NULL);
  expect_rewrites(
      "int b; int f(int a) { return a; } int h(int a) { return a; } "
      "g(int c) { f(c + 3); h(b++); }",
      "parameter-to-constant", NULL);
  expect_rewrites("int f(int a) { return a; } g() { f(1); f(2); }",
                  "parameter-to-constant", NULL);
  expect_rewrites(
      "struct s { int a; } x; f(struct s *p) { p->a = 1; *p = x; g(p); "
      "p[0]; } h() { f(&x); }",
      "parameter-to-constant",
      "struct s { int a; } x; f() { x.a = 1; x = x; g(&x); (&x)[0]; } "
      "h() { f(); }",
      NULL);
}
END_TEST

START_TEST(test_parameters__of_pointed_functions_are_dropped)
{
  expect_rewrites("int f(int a, int b) { return a; }"
                  "int (*p)(int, int) = f; int g() { return p(1, 2); }",
                  "unused-pointed-parameter",
                  "int f(int a) { return a; }"
                  "int (*p)(int) = f; int g() { return p(1); }",
                  NULL);
  expect_rewrites("int f(int a) { return 0; } int h(int a) { return a; }"
                  "int (*p)(int) = f; int g() { return p(1); }",
                  "unused-pointed-parameter", NULL);
}
END_TEST

START_TEST(test_parameters__of_templates_and_references_stay)
{
  expect_cxx("template <class T> T f(T a) { return a; } int b = f(1); "
             "int g(int &c) { return c; } int d = g(b);",
             "parameter-to-global", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "parameters", test_parameters__go_with_their_arguments,
      test_parameters__of_a_mere_prototype_go, test_parameters__of_old_lists_go,
      test_parameters__of_functions_with_an_address_stay,
      test_parameters__become_values, test_parameters__become_other_variables,
      test_parameters__become_global,
      test_parameters__used_in_a_mere_prototype_stay, test_parameters__all_go,
      test_parameters__of_declarations_lose_their_names,
      test_parameters__of_old_lists_get_types,
      test_parameters__same_argument_takes_its_place,
      test_parameters__of_pointed_functions_are_dropped,
      test_parameters__of_templates_and_references_stay);
}
