/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites that C has, of functions and fields of C++. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_methods__lose_parameters_with_their_arguments)
{
  expect_cxx("struct A { int f(int, int); static int g(int); };"
             "int A::f(int a, int b) { return b; }"
             "int h(A *p) { return p->f(1, 2) + A::g(3); }",
             "unused-parameter",
             "struct A { int f(int); static int g(int); };"
             "int A::f(int b) { return b; }"
             "int h(A *p) { return p->f(2) + A::g(3); }",
             "struct A { int f(int, int); static int g(); };"
             "int A::f(int a, int b) { return b; }"
             "int h(A *p) { return p->f(1, 2) + A::g(); }",
             NULL);
}
END_TEST

START_TEST(test_methods__of_templates_lose_parameters)
{
  expect_cxx("template <class T> int f(T a, int b) { return a; }"
             "int g() { return f<int>(1, 2) + f(3, 4); }",
             "unused-parameter",
             "template <class T> int f(T a) { return a; }"
             "int g() { return f<int>(1) + f(3); }",
             NULL);
}
END_TEST

START_TEST(test_methods__use_fields_without_an_object)
{
  expect_cxx(
      "struct A { int a, b; A() : a(1), b(2) {} int f() { return b; } };",
      "unused-field",
      "struct A { int b; A() : b(2) {} int f() { return b; } };", NULL);
  expect_cxx("struct A { int b; A() : b(2) {} int f() { return b; } };",
             "field-to-value", "struct A { A() {} int f() { return 0; } };",
             NULL);
}
END_TEST

START_TEST(test_methods__exceptions_are_plain)
{
  expect_cxx("struct e { int i; e(int); }; int f() { try { throw e(1); } catch "
             "(const e &b) { } return 0; }",
             "exception-plain",
             "struct e{int i;e(int);};int f(){try{throw e(1);}catch(...){}"
             "return 0;}",
             "struct e{int i;e(int);};int f(){try{throw 0;}catch(const e&b){}"
             "return 0;}",
             NULL);
  expect_cxx("struct e { int i; }; int f() { try { throw 1; } catch (e &b) { "
             "return b.i; } catch (...) { throw; } return 0; }",
             "exception-plain", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("methods", test_methods__exceptions_are_plain,
                   test_methods__lose_parameters_with_their_arguments,
                   test_methods__of_templates_lose_parameters,
                   test_methods__use_fields_without_an_object);
}
