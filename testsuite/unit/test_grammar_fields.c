/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fields of records with what sets them. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define RULE "field-dropped"

START_TEST(test_grammar_fields__a_field_goes_with_what_sets_it)
{
  expect_in("input.rs",
            "struct S { a: A, b: B }\n"
            "fn f() { match g() { S { a: _, b: 2 } => S { a: 1, b: 3 } } }\n",
            RULE,
            "struct S { b: B }\n"
            "fn f() { match g() { S { b: 2 } => S { b: 3 } } }\n",
            "struct S { a: A }\n"
            "fn f() { match g() { S { a: _ } => S { a: 1 } } }\n",
            NULL);
  expect_go("package p\ntype T struct { a int; b string }\n"
            "var t = []T{{a: 1, b: \"\"}}\n",
            RULE,
            "package p\ntype T struct { b string }\n"
            "var t = []T{{ b: \"\"}}\n",
            "package p\ntype T struct { a int }\nvar t = []T{{a: 1 }}\n", NULL);
}
END_TEST

START_TEST(test_grammar_fields__not_one_that_is_read)
{
  expect_in("input.rs",
            "struct S { a: A, b: B }\nfn f(s: S) { S { a: s.a, b: s.a } }\n",
            RULE, "struct S { a: A }\nfn f(s: S) { S { a: s.a } }\n", NULL);
  expect_in("input.rs",
            "struct S { a: A, b: B }\n"
            "fn f(s: S) { let S { a, b } = s; S { a, b: 1 } }\n",
            RULE, NULL);
  expect_in("input.rs",
            "struct S { a: A }\nfn f(s: S) { match s { S { a: x } => x } }\n",
            RULE, NULL);
}
END_TEST

START_TEST(test_grammar_fields__a_variable_of_its_name_sets_it)
{
  expect_in("input.rs",
            "struct S { a: A, b: B }\n"
            "impl S { fn f(a: A) -> S { Self { a, b: 1 } } }\n"
            "fn g(a: A) { S { a, b: 2 } }\n",
            RULE,
            "struct S { b: B }\n"
            "impl S { fn f(a: A) -> S { Self { b: 1 } } }\n"
            "fn g(a: A) { S { b: 2 } }\n",
            "struct S { a: A }\n"
            "impl S { fn f(a: A) -> S { Self { a } } }\n"
            "fn g(a: A) { S { a } }\n",
            NULL);
  expect_in("input.rs", "struct S { a: A }\nfn f(a: A) { S { a }; T { a }; }\n",
            RULE, NULL);
}
END_TEST

START_TEST(test_grammar_fields__the_record_stays)
{
  expect_in("input.rs", "struct S { a: A }\nfn f() { S { a: 1 } }\n", RULE,
            "struct S {}\nfn f() { S {} }\n", NULL);
  expect_go("package p\ntype T struct { a int }\nvar t = T{a: 1}\n", RULE,
            "package p\ntype T struct {}\nvar t = T{}\n", NULL);
}
END_TEST

START_TEST(test_grammar_fields__one_without_a_name_is_an_argument)
{
  expect_in("input.rs",
            "enum E { S(A, B), T }\n"
            "fn f(e: E) { match e { E::S(1, x) => E::S(c, d), _ => e } }\n",
            RULE,
            "enum E { S(B), T }\n"
            "fn f(e: E) { match e { E::S(x) => E::S(d), _ => e } }\n",
            "enum E { S(A), T }\n"
            "fn f(e: E) { match e { E::S(1) => E::S(c), _ => e } }\n",
            NULL);
}
END_TEST

START_TEST(test_grammar_fields__a_literal_has_no_names)
{
  expect_go("package p\ntype T struct { a, b int; *int }\n"
            "var t = []T{{1, 2, nil}, {b: 3}}\n",
            RULE,
            "package p\ntype T struct { b int; *int }\n"
            "var t = []T{{2, nil}, {b: 3}}\n",
            "package p\ntype T struct { a int; *int }\n"
            "var t = []T{{1, nil}, {}}\n",
            NULL);
  expect_go("package p\ntype T struct { a int }\nvar t = T{1, 2}\n", RULE,
            NULL);
  expect_go(
      "package p\ntype T[P any] struct { a, b P }\n"
      "var t = T[int]{1, 2}\n",
      RULE, "package p\ntype T[P any] struct { b P }\nvar t = T[int]{2}\n",
      "package p\ntype T[P any] struct { a P }\nvar t = T[int]{1}\n", NULL);
  expect_go("package p\ntype T struct { a, b int }\n"
            "type U struct { c, d int }\nvar t = map[T]U{{1, 2}: {3, 4}}\n",
            RULE, NULL);
}
END_TEST

START_TEST(test_grammar_fields__not_where_the_record_has_other_uses)
{
  expect_in("input.rs", "struct S(A, B);\nfn f() { g(S); S(1, 2) }\n", RULE,
            NULL);
  expect_in("input.rs", "struct S(A, B);\nfn f(s: S) { g(s.1, S(1, 2)) }\n",
            RULE, NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS(
      "grammar_fields", test_grammar_fields__a_field_goes_with_what_sets_it,
      test_grammar_fields__not_one_that_is_read,
      test_grammar_fields__a_variable_of_its_name_sets_it,
      test_grammar_fields__the_record_stays,
      test_grammar_fields__one_without_a_name_is_an_argument,
      test_grammar_fields__not_where_the_record_has_other_uses,
      test_grammar_fields__a_literal_has_no_names);
}
