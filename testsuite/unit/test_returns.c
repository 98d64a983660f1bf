/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions without their results. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define RULE "result-dropped"

START_TEST(test_returns__a_value_becomes_a_statement)
{
  expect_in("input.rs",
            "fn f(a: A) -> B { if a { return g(); } a + 1 }\nfn h() {}\n", RULE,
            "fn f(a: A) { if a { g(); } a + 1; }\nfn h() {}\n", NULL);
  expect_go(
      "package p\nfunc f() int { return g(1) }\nfunc h() (a, b) { return 1 }\n",
      RULE, "package p\nfunc f() { g(1) }\nfunc h() (a, b) { return 1 }\n",
      "package p\nfunc f() int { return g(1) }\nfunc h() { _ = 1 }\n", NULL);
  expect_in("input.java",
            "class A { int f(int a) { if (a > 1) return g(2); return a; } "
            "void h() {} }\n",
            RULE,
            "class A { void f(int a) { if (a > 1) g(2); return; } "
            "void h() {} }\n",
            NULL);
  expect_in("input.d", "int f(int a) { return g(a); }\nint b;\n", RULE,
            "void f(int a) { g(a); }\nint b;\n", NULL);
}
END_TEST

START_TEST(test_returns__a_trait_changes_with_its_impls)
{
  expect_in("input.rs",
            "trait T { fn f() -> u8; }\n"
            "impl T for A { fn f() -> u8 { || { return 1 }; loop {} } }\n",
            RULE,
            "trait T { fn f(); }\n"
            "impl T for A { fn f() { || { return 1 }; loop {} } }\n",
            NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("returns", test_returns__a_value_becomes_a_statement,
                   test_returns__a_trait_changes_with_its_impls);
}
