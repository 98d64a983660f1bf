/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arms of Rust's match, and methods, by themselves. */
#include "grammars_fixture.h"
#include "rewritten.h"

START_TEST(test_arms__what_is_matched_stands_for_names)
{
  expect_in("input.rs", "fn f(k: u8) { match k { 0 => {} n => { g(n); } } }",
            "arm-alone", "fn f(k: u8) { { g(k); } }",
            "fn f(k: u8) { { g(loop {}); } }", NULL);
}
END_TEST

START_TEST(test_arms__if_let_is_one)
{
  expect_in("input.rs", "fn f() { if let Some(n) = k { g(n); } }", "arm-alone",
            "fn f() { { g(k); } }", "fn f() { { g(loop {}); } }", NULL);
}
END_TEST

START_TEST(test_arms__not_without_names)
{
  expect_in("input.rs", "fn f() { match k { A => { g(n); } } }", "arm-alone",
            NULL);
}
END_TEST

START_TEST(test_arms__a_method_is_a_function)
{
  expect_in("input.rs", "impl S { fn f(&self, a: u8) { self.f(Self::f(a)) } }",
            "method-to-function", "fn f(a: u8) { f(f(a)) }", NULL);
  expect_in("input.rs", "impl S { fn f() {} fn g() {} }", "method-to-function",
            NULL);
  expect_in("input.rs",
            "impl<T: A> S<T> where T: B { fn f(self, a: Self) -> Self {} }",
            "method-to-function", "fn f<T: A>( a: S<T>) -> S<T> {}", NULL);
  expect_in("input.rs", "impl<T> A for S<T> { fn f<U>(a: U) -> Self {} }",
            "method-to-function", "fn f<U>(a: U) -> S<T> {}", NULL);
  expect_in("input.rs", "impl S { fn f(self, a: u8) {} } fn g() { h(1).f(2); }",
            "method-to-function", "fn f( a: u8) {} fn g() { f(2); }", NULL);
  expect_in("input.rs", "impl S { fn f(self) {} } fn g() { S::f(h); }",
            "method-to-function", NULL);
}
END_TEST

START_TEST(test_arms__an_argument_of_a_macro_is_one)
{
  expect_in("input.rs", "fn f() { p!(\"{a}, {}\", b(1, ','), a = c[2], 3); }",
            "macro-to-argument", "fn f() { b(1, ','); }", "fn f() { c[2]; }",
            NULL);
  expect_in("input.rs", "fn f() { let a = v![b == 1; 2]; }",
            "macro-to-argument", "fn f() { let a = b == 1; }", NULL);
  expect_in("input.rs", "fn f() { p!(\"{}\", a) }", "macro-to-argument",
            "fn f() { a; }", NULL);
}
END_TEST

START_TEST(test_arms__a_method_of_go_is_a_function)
{
  expect_go("package p\nfunc (a A) f(b int) { g(b) }\nvar c = d.e.f(1)\n",
            "method-to-function",
            "package p\nfunc f(b int) { g(b) }\nvar c = f(1)\n", NULL);
  expect_go("package p\nfunc (a A) f() { g(a) }\n", "method-to-function", NULL);
  expect_go("package p\nfunc (A) f() {}\nfunc (B) f() {}\n",
            "method-to-function", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("arms", test_arms__what_is_matched_stands_for_names,
                           test_arms__if_let_is_one,
                           test_arms__not_without_names,
                           test_arms__a_method_is_a_function,
                           test_arms__an_argument_of_a_macro_is_one,
                           test_arms__a_method_of_go_is_a_function);
}
