/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Type parameters with their arguments. */
#include "grammars_fixture.h"
#include "rewritten.h"

static const char rule[] = "type-parameter-dropped";

START_TEST(test_generics__a_parameter_goes_with_its_arguments)
{
  expect_in("a.rs", "struct A<T, U>(T, U); fn f(a: A<u8, i8>) {}", rule,
            "struct A<U>((), U); fn f(a: A<i8>) {}",
            "struct A<U>(u8, U); fn f(a: A<i8>) {}",
            "struct A<T>(T, ()); fn f(a: A<u8>) {}",
            "struct A<T>(T, i8); fn f(a: A<u8>) {}", NULL);
}
END_TEST

START_TEST(test_generics__the_only_one_goes_with_its_list)
{
  expect_in("a.rs", "struct A<T>(T); fn f(a: A<u8>) { g::<A<i8>>() }", rule,
            "struct A(()); fn f(a: A) { g::<A>() }", NULL);
}
END_TEST

START_TEST(test_generics__those_of_an_impl_go_too)
{
  expect_in("a.rs", "struct A<T>(T); impl<T: B> A<T> { fn f(a: T) {} }", rule,
            "struct A(()); impl A { fn f(a: ()) {} }", NULL);
}
END_TEST

START_TEST(test_generics__not_where_a_use_has_another_number)
{
  expect_in("a.rs", "struct A<'a, T>(&'a T); fn f(a: A<u8>) {}", rule, NULL);
}
END_TEST

START_TEST(test_generics__of_java)
{
  expect_in("A.java", "class A<T> { T a; } class B extends A<C> { }", rule,
            "class A { C a; } class B extends A { }", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("generics",
                           test_generics__a_parameter_goes_with_its_arguments,
                           test_generics__the_only_one_goes_with_its_list,
                           test_generics__those_of_an_impl_go_too,
                           test_generics__not_where_a_use_has_another_number,
                           test_generics__of_java);
}
