/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of functions as a whole. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_functions__lose_their_results)
{
  expect_rewrites("int f(void); int f(void) { if (f()) return 1; return 2; }"
                  "int g(void) { f(); return f(); }",
                  "return-void",
                  "void f(void); void f(void) { if (0) return; return; }"
                  "int g(void) { f(); return 0; }",
                  "int f(void); int f(void) { if (f()) return 1; return 2; }"
                  "void g(void) { f(); return; }",
                  NULL);
}
END_TEST

START_TEST(test_functions__that_return_structures_lose_them)
{
  expect_rewrites("struct s { int a; } *f(void) { return 0; }", "return-void",
                  NULL);
  expect_rewrites(
      "struct s { int a; } v; static struct s *f(void)"
      "{ return &v; }",
      "return-void", "struct s { int a; } v; static void f(void) { return; }",
      "struct s { int a; } v; static int f(void) { return; }", NULL);
}
END_TEST

START_TEST(test_functions__of_no_type_become_void)
{
  expect_rewrites("f() { return 1 + 2; }", "return-void",
                  "void f() { return; }", NULL);
}
END_TEST

START_TEST(test_functions__are_declared_once)
{
  expect_rewrites("int f(void); int f(void) { return 1; } int f(void);"
                  "int g(void); int h(void) { return g(); }"
                  "int g(void) { return 1; }"
                  "extern int a; int a = 1; int b; int b;",
                  "redeclaration",
                  "int f(void) { return 1; } int f(void);"
                  "int g(void); int h(void) { return g(); }"
                  "int g(void) { return 1; }"
                  "extern int a; int a = 1; int b; int b;",
                  "int f(void); int f(void) { return 1; }"
                  "int g(void); int h(void) { return g(); }"
                  "int g(void) { return 1; }"
                  "extern int a; int a = 1; int b; int b;",
                  "int f(void); int f(void) { return 1; } int f(void);"
                  "int g(void); int h(void) { return g(); }"
                  "int g(void) { return 1; } int a = 1; int b; int b;",
                  "int f(void); int f(void) { return 1; } int f(void);"
                  "int g(void); int h(void) { return g(); }"
                  "int g(void) { return 1; } extern int a; int a = 1; int b;",
                  NULL);
}
END_TEST

START_TEST(test_functions__without_definition_become_one)
{
  expect_rewrites("int f(int); int gg(int); char h(int);"
                  "int k(void) { return f(1) + gg(2) + h(3); }",
                  "unify-functions",
                  "int f(int); char h(int);"
                  "int k(void) { return f(1) + f(2) + h(3); }",
                  NULL);
  expect_rewrites("k() { f(1); gg(2); }", "unify-functions",
                  "k() { f(1); f(2); }", NULL);
}
END_TEST

START_TEST(test_functions__are_merged)
{
  expect_rewrites("int f(void) { return 1; } int g(void) { return 2; }"
                  "int h(void) { return f() + g(); }",
                  "merge-functions",
                  "int g(void) { return 2; } int h(void) { return h() + g(); }",
                  "int f(void) { return 1; } int h(void) { return f() + f(); }",
                  "int f(void) { return 1; } int h(void) { return f() + h(); }",
                  NULL);
}
END_TEST

START_TEST(test_functions__of_one_value_become_variables)
{
  expect_rewrites("char *f(void); int g(void) { return *f(); }"
                  "char *f(void) { return \"\"; }",
                  "result-to-variable",
                  "char *f = \"\"; int g(void) { return *f; }", NULL);
  expect_rewrites("int f(int a) { return a; } int g(void) { return f(1); }"
                  "int h(void) { return g(); } int i(void) { return h(); }",
                  "result-to-variable", NULL);
}
END_TEST

START_TEST(test_functions__of_classes_stay_declared)
{
  expect_cxx("struct s { s(); void f(); }; void s::f() { } s::s() { }",
             "redeclaration", NULL);
  expect_cxx("int main() { return 0; }", "return-void", NULL);
}
END_TEST

START_TEST(test_functions__of_other_classes_are_not_called)
{
  expect_cxx("struct s { void f() { } }; struct t { void g(s a) { a.f(); } };",
             "merge-functions", NULL);
  expect_cxx("void f(int) { } int main() { f(1); }", "merge-functions", NULL);
}
END_TEST

START_TEST(test_functions__with_parameters_or_uses_are_no_variables)
{
  expect_cxx("int f(int a) { return a; } struct s { int g() { return 1; } }; "
             "void h(); void i() { h(); } int j() { return 2; } int k = j();",
             "function-to-variable", NULL);
  expect_cxx("int f() { return 1; }", "function-to-variable", "int f=1;", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "functions", test_functions__lose_their_results,
      test_functions__that_return_structures_lose_them,
      test_functions__of_no_type_become_void, test_functions__are_declared_once,
      test_functions__without_definition_become_one, test_functions__are_merged,
      test_functions__of_one_value_become_variables,
      test_functions__of_classes_stay_declared,
      test_functions__of_other_classes_are_not_called,
      test_functions__with_parameters_or_uses_are_no_variables);
}
