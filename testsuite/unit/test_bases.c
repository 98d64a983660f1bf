/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of classes, their bases and their members. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_bases__derived_classes_become_their_base)
{
  expect_cxx("struct a {}; struct b : public a { b(); }; b::b() {} b c;",
             "derived-to-base", "struct a {}; a c;", NULL);
}
END_TEST

START_TEST(test_bases__move_their_members)
{
  expect_cxx("struct a { a(); int b; }; struct c : a { int d; }; a *e;",
             "base-merged", "struct c { c(); int b; int d; }; c *e;", NULL);
}
END_TEST

START_TEST(test_bases__of_which_others_are_left_stay)
{
  expect_cxx("struct a {}; struct b {}; struct c : a, b {};", "base-merged",
             "struct b {}; struct c : b {};", "struct a {}; struct c : a {};",
             NULL);
}
END_TEST

START_TEST(test_bases__get_arguments_for_parameters)
{
  expect_cxx("template <class T, int N = 3> struct a { a(T); T b[N]; };"
             "struct c : a<int *> { int d; };",
             "base-merged", "struct c { c(int *); int * b[3]; int d; };", NULL);
  expect_cxx("template <class T, class U = T *> struct a { U b; };"
             "struct c : a<int> {};",
             "base-merged", "struct c { int * b; };", NULL);
  expect_cxx("struct a { int b; }; template <class T> struct c : a {};",
             "base-merged", "template <class T> struct c { int b; };", NULL);
  expect_cxx("template <class T> struct a {}; template <class U> struct c"
             " : public a<U> {};",
             "base-merged", "template <class U> struct c {};", NULL);
}
END_TEST

START_TEST(test_bases__that_others_mention_stay)
{
  expect_cxx("template <class T> struct a {}; struct c : a<int> {}; a<int> d;",
             "base-merged", NULL);
  expect_cxx("template <class T> struct a {}; template <> struct a<int> {};"
             "struct c : a<int> {};",
             "base-merged", NULL);
  expect_cxx("template <class... T> struct a {}; struct c : a<int> {};",
             "base-merged", NULL);
}
END_TEST

START_TEST(test_classes__lose_all_members)
{
  expect_cxx("struct a { void f(); int b; }; void a::f() {} int a::c; int d;",
             "class-empty", "struct a {}; int d;", NULL);
}
END_TEST

START_TEST(test_classes__become_structs_without_access)
{
  expect_cxx("class a : private b { public: int c; private: struct {} d; };"
             "class e {};",
             "class-to-struct",
             "struct a : b { int c; struct {} d; };"
             "class e {};",
             NULL);
}
END_TEST

START_TEST(test_classes__become_int)
{
  expect_cxx("struct a; struct a { a(); }; a::a() {} struct a *b; a c;",
             "class-to-int", "int *b; int c;", NULL);
  expect_cxx("template <class T> struct a; template <class T> struct a {};"
             "template <> struct a<int> {}; a<char> b(a<a<int>>);",
             "class-to-int", "int b(int);", NULL);
}
END_TEST

START_TEST(test_classes__that_are_returned_move_out_of_the_function)
{
  expect_cxx(
      "struct a { static auto b(int) { struct c { int d; }; return c(); }"
      " auto e() { struct c {}; return 1; } };",
      "class-returned",
      "struct a { struct c { int d; }; static c b(int);"
      " auto e() { struct c {}; return 1; } };",
      NULL);
  expect_cxx("auto a() -> int { struct b {}; return b(); }"
             "decltype(auto) c() { struct d {}; return d(); }"
             "auto e() { struct f { int g; }; return f().g; }"
             "struct h { auto i(); }; auto h::i() { struct j {}; return j(); }",
             "class-returned", NULL);
}
END_TEST

START_TEST(test_members__move_out_of_their_class)
{
  expect_cxx("struct a { static int b; int c; }; a e; int d() { return a::b; }",
             "member-to-global",
             "int b; struct a { int c; }; a e; int d() { return b; }",
             "int c; struct a { static int b; }; a e; int d() { return a::b; }",
             NULL);
}
END_TEST

START_TEST(test_members__leave_no_class_that_nothing_mentions)
{
  expect_cxx("struct a { static int b; int c; }; int d() { return a::b; }",
             "member-to-global", "int b; int d() { return b; }",
             "int c; struct a { static int b; }; int d() { return a::b; }",
             NULL);
}
END_TEST

START_TEST(test_members__that_mention_their_class_move_behind_it)
{
  expect_cxx("struct a { a(); a *f(); }; a *b(a c) { return c.f(); }",
             "member-to-global",
             "struct a { a(); }; a *f(); a *b(a c) { return f(); }", NULL);
}
END_TEST

/* Variables first, then functions behind those that they mention. */
START_TEST(test_members__move_out_together)
{
  expect_cxx("class a { public: int b() { return this->c() + d; } int d; "
             "private: int c() const { return d; } }; a e; int f = e.b();",
             "class-flat",
             "int d; int c() { return d; } int b() { return c() + d; } "
             "class a {}; a e; int f = b();",
             NULL);
  expect_cxx("struct a { static int b; int c(); }; int a::b;"
             "int a::c() { return a::b; }",
             "class-flat",
             "extern int b; int c(); int b; int c() { return b; }", NULL);
  expect_cxx("struct a { a(int b) : c(b) {} int c; a *d() { return this; } };",
             "class-flat",
             "int c; struct a { a(int b) {} }; a *d() { return this; }", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "bases", test_bases__derived_classes_become_their_base,
      test_bases__move_their_members, test_bases__of_which_others_are_left_stay,
      test_bases__get_arguments_for_parameters,
      test_bases__that_others_mention_stay, test_classes__lose_all_members,
      test_classes__become_structs_without_access, test_classes__become_int,
      test_classes__that_are_returned_move_out_of_the_function,
      test_members__move_out_of_their_class,
      test_members__leave_no_class_that_nothing_mentions,
      test_members__that_mention_their_class_move_behind_it,
      test_members__move_out_together);
}
