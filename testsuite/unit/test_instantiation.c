/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of templates' parameters. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_instantiation__unused_parameters_go_with_their_arguments)
{
  expect_cxx("template <class T, int N> struct a { T b; }; a<int, 2> c;",
             "template-parameter-unused",
             "template <class T> struct a { T b; }; a<int> c;", NULL);
}
END_TEST

START_TEST(test_instantiation__the_last_parameter_makes_it_plain)
{
  expect_cxx("template <class> struct a; template <class T> struct a {};"
             "a<int> b; template <> struct a<char> {}; template struct a<int>;",
             "template-parameter-unused", "struct a; struct a {}; a b;", NULL);
}
END_TEST

START_TEST(test_instantiation__arguments_stand_for_parameters)
{
  expect_cxx("template <class T> struct a { T b; void f(); };"
             "template <class T> void a<T>::f() { T c; } a<char> d;",
             "template-parameter-to-argument",
             "struct a { char b; void f(); };"
             "void a::f() { char c; } a d;",
             NULL);
  expect_cxx("template <class T = long> struct a { T b; }; a<> d;",
             "template-parameter-to-argument", "struct a { long b; }; a d;",
             NULL);
}
END_TEST

START_TEST(test_instantiation__int_or_0_stands_for_parameters)
{
  expect_cxx("template <class T, int N> T f(T a) { return a + N; }"
             "int b = f<char, 3>(2);",
             "template-parameter-to-int",
             "template <int N> int f(int a) { return a + N; }"
             "int b = f<3>(2);",
             "template <class T> T f(T a) { return a + 0; }"
             "int b = f<char>(2);",
             NULL);
}
END_TEST

START_TEST(test_instantiation__calls_say_what_they_deduce)
{
  expect_cxx("template <class T> void f(int, const T &a) { T b; }"
             "void g() { f(1, 2.5); }",
             "template-parameter-to-argument",
             "void f(int, const double &a) { double b; }"
             "void g() { f(1, 2.5); }",
             NULL);
}
END_TEST

START_TEST(test_instantiation__members_templates_have_their_own)
{
  expect_cxx("template <class T> struct a { template <class U> U f(T); };"
             "template <class T> template <class U> U a<T>::f(T b) { }",
             "template-parameter-to-int",
             "struct a { template <class U> U f(int); };"
             "template <class U> U a::f(int b) { }",
             "template <class T> struct a { int f(T); };"
             "template <class T> int a<T>::f(T b) { }",
             NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "instantiation",
      test_instantiation__unused_parameters_go_with_their_arguments,
      test_instantiation__the_last_parameter_makes_it_plain,
      test_instantiation__arguments_stand_for_parameters,
      test_instantiation__int_or_0_stands_for_parameters,
      test_instantiation__calls_say_what_they_deduce,
      test_instantiation__members_templates_have_their_own);
}
