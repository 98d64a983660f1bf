/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of structs, unions and enums. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_records__are_defined_where_they_are_used)
{
  expect_rewrites("struct s { int a; }; struct s x;", "tag-to-use",
                  "struct { int a; } x;", NULL);
  expect_rewrites("struct s { int a; }; struct s x; f() { struct s y; }",
                  "tag-to-use", "struct s { int a; } x; f() { struct s y; }",
                  NULL);
  expect_rewrites("struct s { struct s *a; }; struct s x;", "tag-to-use",
                  "struct s { struct s *a; } x;", NULL);
}
END_TEST

START_TEST(test_records__are_defined_where_cxx_names_them)
{
  expect_cxx("struct s { int a; }; constexpr s x{};", "class-to-use",
             "constexpr struct { int a; } x{};", NULL);
  expect_cxx("struct s { int a; }; struct s x;", "class-to-use", NULL);
  expect_cxx("template <int> struct s { int a; }; s<0> x;", "class-to-use",
             NULL);
}
END_TEST

START_TEST(test_records__stay_where_the_use_is_in_an_inner_scope)
{
  expect_rewrites("struct s { int a; }; f() { struct s y; } struct s x;",
                  "tag-to-use", NULL);
  expect_rewrites("struct s { int a; }; f(struct s y) { }", "tag-to-use", NULL);
}
END_TEST

START_TEST(test_records__are_defined_where_they_are_mentioned_first)
{
  expect_rewrites("struct s *f(); struct s { int a; } g() { f()->a; }",
                  "tag-to-mention",
                  "struct { int a; } *f(); int g() { f()->a; }", NULL);
  expect_rewrites("struct s *p, *q; struct s { int a; }; struct s x;",
                  "tag-to-mention", "struct s { int a; } *p, *q; struct s x;",
                  NULL);
  expect_rewrites("f(struct s *p); struct s { int a; };", "tag-to-mention",
                  NULL);
}
END_TEST

START_TEST(test_records__without_used_members_become_int)
{
  expect_rewrites("struct s { int a; }; struct s x, *y; f() { y = &x; }",
                  "tag-to-int", "int x, *y; f() { y = &x; }", NULL);
  expect_rewrites("struct s *x;", "tag-to-int", "int *x;", NULL);
  expect_rewrites("struct s { int a; } x; f() { return x.a; }", "tag-to-int",
                  NULL);
}
END_TEST

START_TEST(test_records__enums_become_int)
{
  expect_rewrites("enum e { A, B = 3, C }; enum e f() { return C + A; }",
                  "tag-to-int", "int f() { return 4 + 0; }", NULL);
}
END_TEST

START_TEST(test_records__become_their_used_member)
{
  expect_rewrites("struct s { int a; char b; }; struct s x, *p;"
                  "f() { return x.b + p->b; }",
                  "record-to-member", "char x, *p; f() { return x + *p; }",
                  NULL);
  expect_rewrites("union { int a[3]; } x = { .a = { 1 } };"
                  "f() { x.a[1] = 2; }",
                  "record-to-member", "int x[3] = { { 1 } }; f() { x[1] = 2; }",
                  NULL);
  expect_rewrites("struct s { int a[2]; } *p; f() { return p->a[1]; }",
                  "record-to-member", "int (*p)[2]; f() { return (*p)[1]; }",
                  NULL);
}
END_TEST

START_TEST(test_records__arrows_move_to_the_next_member)
{
  expect_rewrites(
      "struct t { int b; }; struct s { struct t a; } *p; f() { return p->a.b; "
      "}",
      "record-to-member", "struct s { int a; } *p; f() { return p->a; }",
      "struct t { int b; }; struct t *p; f() { return p->b; }", NULL);
}
END_TEST

START_TEST(test_records__with_two_used_members_stay)
{
  expect_rewrites("struct { int a, b; } x; f() { return x.a + x.b; }",
                  "record-to-member", NULL);
  expect_rewrites("struct s { struct s *a; } *x; f() { return x->a->a; }",
                  "record-to-member", NULL);
}
END_TEST

START_TEST(test_records__become_the_only_member_they_have)
{
  expect_rewrites("struct s { char a[2]; }; struct s *p, x[3];",
                  "record-to-member", "char (*p)[2], x[3][2];", NULL);
  expect_rewrites("struct { int a, b; } x;", "record-to-member", NULL);
}
END_TEST

START_TEST(test_records__chains_become_their_last_member)
{
  const char *chain = "struct { union { struct { struct { int a[2]; } b[3]; } "
                      "c; } d[5]; } x[7], y;";
  expect_rewrites(
      chain, "record-to-member", "int x[7][5][3][2], y[5][3][2];",
      "struct { int d[5][3][2]; } x[7], y;",
      "struct { union { int c[3][2]; } d[5]; } x[7], y;",
      "struct { union { struct { int b[3][2]; } c; } d[5]; } x[7], y;", NULL);
  expect_rewrites(
      chain, "record-to-inner",
      "struct { struct { int a[2]; } b[3]; } x[7][5], y[5];",
      "union { struct { struct { int a[2]; } b[3]; } c; } x[7][5], y[5];",
      "struct { struct { struct { int a[2]; } b[3]; } d[5]; } x[7], y;",
      "struct { union { struct { int a[2]; } c[3]; } d[5]; } x[7], y;", NULL);
}
END_TEST

START_TEST(test_records__chains_end_where_a_type_cannot_be_written)
{
  expect_rewrites("struct { struct { int a[2]; } *b; } x;", "record-to-member",
                  "struct { int a[2]; } *x;", "struct { int (*b)[2]; } x;",
                  NULL);
  expect_rewrites("struct { struct { int a, b; } c; } x;", "record-to-member",
                  "struct { int a, b; } x;", NULL);
  expect_rewrites("struct { struct { int a; } b; } x; f() { x.b.a = 0; }",
                  "record-to-member", "struct { int a; } x; f() { x.a = 0; }",
                  "struct { int b; } x; f() { x.b = 0; }", NULL);
}
END_TEST

START_TEST(test_records__become_the_anonymous_one_in_them)
{
  expect_rewrites("union u { struct { int a, b; }; }; union u x;"
                  "f() { x.b = 0; }",
                  "anonymous-member",
                  "struct u { int a, b; }; struct u x; f() { x.b = 0; }", NULL);
  expect_rewrites("struct { struct { int a; }; int b; } x;", "anonymous-member",
                  NULL);
  expect_rewrites("struct { struct { int a; } c; } x;", "anonymous-member",
                  NULL);
}
END_TEST

START_TEST(test_records__members_that_lead_to_others_lose_their_names)
{
  expect_rewrites("struct s { union { int a; } u; int b; } x, *p;"
                  "f() { x.u.a = p->u.a; }",
                  "member-unnamed",
                  "struct s { union { int a; }; int b; } x, *p;"
                  "f() { x.a = p->a; }",
                  NULL);
  expect_rewrites("struct s { union { int a; } u; } x;"
                  "struct { struct { int a; } *u; } y;"
                  "struct { struct t { int a; } u; } z; f() { x.u = x.u; }",
                  "member-unnamed", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "records", test_records__members_that_lead_to_others_lose_their_names,
      test_records__are_defined_where_they_are_used,
      test_records__are_defined_where_they_are_mentioned_first,
      test_records__are_defined_where_cxx_names_them,
      test_records__stay_where_the_use_is_in_an_inner_scope,
      test_records__without_used_members_become_int,
      test_records__enums_become_int, test_records__become_their_used_member,
      test_records__become_the_only_member_they_have,
      test_records__become_the_anonymous_one_in_them,
      test_records__chains_become_their_last_member,
      test_records__chains_end_where_a_type_cannot_be_written,
      test_records__arrows_move_to_the_next_member,
      test_records__with_two_used_members_stay);
}
