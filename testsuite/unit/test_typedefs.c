/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of typedefs. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_typedefs__become_their_type_at_all_uses)
{
  expect_rewrites(
      "typedef signed char T; T a; f(T b) { return (T)a; }", "typedef-to-type",
      "signed char a; f(signed char b) { return (signed char)a; }", NULL);
}
END_TEST

START_TEST(test_typedefs__of_a_chain_go_to_its_end)
{
  expect_rewrites("typedef int A; typedef A B; B x;", "typedef-to-type",
                  "typedef int B; B x;", "typedef int A; int x;", NULL);
}
END_TEST

START_TEST(test_typedefs__that_are_used_often_make_the_text_grow)
{
  const char *text = "typedef unsigned long T; T a, b; T c; T d; T e; T g;"
                     "T h; T i;";
  expect_rewrites(text, "typedef-to-type", NULL);
  expect_rewrites(text, "typedef-to-longer-type",
                  "unsigned long a, b; unsigned long c; unsigned long d;"
                  "unsigned long e; unsigned long g; unsigned long h;"
                  "unsigned long i;",
                  NULL);
}
END_TEST

START_TEST(test_typedefs__of_pointers_reach_each_declarator)
{
  expect_rewrites("typedef struct s *P; P a, *b; int c = sizeof(P);",
                  "typedef-to-type",
                  "struct s * a, **b; int c = sizeof(struct s *);", NULL);
}
END_TEST

START_TEST(test_typedefs__of_arrays_and_functions_go_around_the_name)
{
  expect_rewrites("typedef int A[3]; A a; A *b; A c[2];",
                  "typedef-to-longer-type",
                  "int a[3]; int (*b)[3]; int c[2][3];", NULL);
  expect_rewrites("typedef int (*F)(void); F a; f(F, F b);",
                  "typedef-to-longer-type",
                  "int (*a)(void); f(int (*)(void), int (*b)(void));", NULL);
}
END_TEST

START_TEST(test_typedefs__of_a_tag_leave_the_tag)
{
  expect_rewrites("typedef struct { int a; } T; T x; T y;",
                  "typedef-to-longer-type",
                  "struct T { int a; }; struct T x; struct T y;", NULL);
  expect_rewrites("typedef struct s { int a; } T, *P; T x; struct s y; P z;",
                  "typedef-to-type",
                  "typedef struct s { int a; } *P; struct s x; struct s y;"
                  "P z;",
                  "typedef struct s { int a; } T; T x; struct s y;"
                  "struct s * z;",
                  NULL);
}
END_TEST

START_TEST(test_typedefs__of_a_body_that_is_used_once_move_it_there)
{
  expect_rewrites("typedef struct { int a; } T; T x;", "typedef-to-type",
                  "struct { int a; } x;", NULL);
}
END_TEST

START_TEST(test_typedefs__are_left_where_nothing_can_be_put)
{
  expect_rewrites("typedef int T; f(T) { }\n#define M T\n", "typedef-to-type",
                  NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("typedefs", test_typedefs__become_their_type_at_all_uses,
                   test_typedefs__of_a_chain_go_to_its_end,
                   test_typedefs__that_are_used_often_make_the_text_grow,
                   test_typedefs__of_pointers_reach_each_declarator,
                   test_typedefs__of_arrays_and_functions_go_around_the_name,
                   test_typedefs__of_a_tag_leave_the_tag,
                   test_typedefs__of_a_body_that_is_used_once_move_it_there,
                   test_typedefs__are_left_where_nothing_can_be_put);
}
