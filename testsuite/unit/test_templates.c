/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of packs, specialisations, concepts, aliases and lambdas. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_packs__become_one_parameter)
{
  expect_cxx("template <class... T> int f(T... a) { return sizeof...(a) +"
             "(a + ...); } int b = f<int, char>(1, 'a');",
             "pack-to-one",
             "template <class T> int f(T a) { return 1 + (a); }"
             "int b = f<int>(1, 'a');",
             NULL);
}
END_TEST

START_TEST(test_packs__become_none)
{
  expect_cxx("template <class A, class... T> void f(A, T... a) { f(a...); }"
             "template <class... T> struct s; s<int, char> *b;",
             "pack-to-none",
             "template <class A> void f(A) { f(); }"
             "template <class... T> struct s; s<int, char> *b;",
             "template <class A, class... T> void f(A, T... a) { f(a...); }"
             "struct s; s *b;",
             NULL);
}
END_TEST

START_TEST(test_specialisations__become_the_template)
{
  expect_cxx("template <class T> struct a; template <class T> struct a<T *> {};"
             "template <> struct a<int> {}; a<int> b;",
             "specialisation-to-primary",
             "template <class T> struct a {}; a<int> b;",
             "template <class T> struct a; template <class T> struct a {};"
             "template <> struct a<int> {}; a<int> b;",
             "struct a {}; a b;",
             "template <class T> struct a; template <class T> struct a<T *> {};"
             "template <class T> struct a {}; a<int> b;",
             NULL);
  expect_cxx("template <class T, int = 0> struct a { T x; };"
             "template <class T> struct a<T *> { T y; };",
             "specialisation-to-primary",
             "template <class T> struct a { T y; };",
             "template <class T, int = 0> struct a { T y; };", NULL);
}
END_TEST

START_TEST(test_concepts__leave_what_they_constrain)
{
  expect_cxx("template <class T> concept a = true; template <a T> struct b;"
             "template <class T> requires a<T> struct c; void f(a auto d);",
             "concept-dropped",
             "template <class T> struct b;"
             "template <class T> requires true struct c; void f(auto d);",
             NULL);
}
END_TEST

START_TEST(test_aliases__give_way_to_their_type)
{
  expect_cxx("using a = int; a b; struct c { typedef char d; }; c::d e;",
             "alias-to-type", "int b; struct c { typedef char d; }; c::d e;",
             "using a = int; a b; struct c { }; char e;", NULL);
}
END_TEST

START_TEST(test_aliases__in_templates_go_with_typename)
{
  expect_cxx("template <class T> struct a { using b = int; };"
             "template <class T> typename a<T>::b f();",
             "alias-to-type",
             "template <class T> struct a { }; template <class T> int f();",
             NULL);
}
END_TEST

START_TEST(test_types__of_values_become_auto)
{
  expect_cxx("unsigned long a = 1; unsigned long b;", "type-to-auto",
             "auto a = 1; unsigned long b;", NULL);
}
END_TEST

START_TEST(test_lambdas__with_names_become_functions)
{
  expect_cxx("auto a = [](int b) { return b; };"
             "void f() { auto c = [=] { }; c(); }",
             "lambda-to-function",
             "auto a(int b) { return b; } void f() { auto c = [=] { }; c(); }",
             "auto a = [](int b) { return b; }; auto c() { } void f() { c(); }",
             NULL);
  expect_cxx("void f(int a) { auto b = [=] { return a; }; b(); }"
             "struct s { int i; void g() { auto c = [this] { this->i; }; } };",
             "lambda-to-function", NULL);
}
END_TEST

START_TEST(test_casts__become_plain)
{
  expect_cxx("int *a = static_cast<int *>(0); int b = static_cast<int>(1.5);",
             "cast-plain",
             "int *a = (int *)(0); int b = static_cast<int>(1.5);",
             "int *a = static_cast<int *>(0); int b = int(1.5);", NULL);
}
END_TEST

START_TEST(test_coroutines__become_short)
{
  expect_cxx("task f() { co_await a; co_return; }", "coroutine-short",
             "task f() { co_return; }", NULL);
  expect_cxx("task f() { if (a) co_return 1; co_return b; } task g() {"
             " co_return 1; }",
             "coroutine-short",
             "task f() { co_return {}; } task g() {"
             " co_return 1; }",
             NULL);
  expect_cxx("t a() { auto b = []() -> u { co_return 1; }; co_await c;"
             " co_return; }",
             "coroutine-short", "t a() { co_return; }", NULL);
}
END_TEST

START_TEST(test_templates__any_arguments_and_exceptions_stay)
{
  expect_cxx("template <class... T> int f(T... a) { try { return 1; } "
             "catch (...) { return 0; } }",
             "pack-to-one",
             "template<class T>int f(T a){try{return 1;}catch(...){return 0;}}",
             NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("templates", test_packs__become_one_parameter,
                   test_packs__become_none,
                   test_specialisations__become_the_template,
                   test_concepts__leave_what_they_constrain,
                   test_aliases__give_way_to_their_type,
                   test_aliases__in_templates_go_with_typename,
                   test_types__of_values_become_auto,
                   test_lambdas__with_names_become_functions,
                   test_casts__become_plain, test_coroutines__become_short,
                   test_templates__any_arguments_and_exceptions_stay);
}
