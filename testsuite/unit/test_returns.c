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

#define ONE "one-result-dropped"

START_TEST(test_returns__one_of_several_goes_with_what_takes_it)
{
  expect_go("package p\nfunc f() (int, error) {\n\tb, err := g()\n"
            "\tif err != nil {\n\t\treturn 0, err\n\t}\n"
            "\treturn b, err\n}\n",
            ONE,
            "package p\nfunc f() (error) {\n\tb, err := g()\n"
            "\tif err != nil {\n\t\treturn err\n\t}\n\treturn err\n}\n",
            "package p\nfunc f() (int) {\n\tb, err := g()\n"
            "\tif err != nil {\n\t\treturn 0\n\t}\n\treturn b\n}\n",
            NULL);
}
END_TEST

#define TAKE                                                                   \
  "\tif e != nil {\n\t\treturn e\n\t}\n\tx(e == nil, e)\n\treturn e\n}\n"

START_TEST(test_returns__nothing_asks_for_one_that_is_gone)
{
  expect_go("package p\n"
            "func g() (a, error)\nfunc h() error {\n\t_, e := g()\n" TAKE,
            ONE,
            "package p\n"
            "func g() (error)\nfunc h() error {\n\te := g()\n" TAKE,
            "package p\n"
            "func g() (a)\nfunc h() error {\n\t_ = g()\n"
            "\tx(true, nil)\n\treturn nil\n}\n",
            NULL);
}
END_TEST

#define G "func g() (*a, b)"

START_TEST(test_returns__one_of_several_goes_where_it_is_passed_on)
{
  expect_go("package p\nfunc f() (*a, b) { return g() }\n" G, ONE,
            "package p\nfunc f() (b) { return g() }\nfunc g() (b)\n",
            "package p\nfunc f() (*a) { return g() }\nfunc g() (*a)\n",
            "package p\nfunc f() (*a, b) { return nil, g() }\n"
            "func g() (b)\n",
            "package p\nfunc f() (*a, b) { return g(), *new(b) }\n"
            "func g() (*a)\n",
            NULL);
}
END_TEST

START_TEST(test_returns__one_of_several_goes_from_an_interface)
{
  expect_go("package p\ntype I interface{ f() (a, b) }\n"
            "func (c) f() (a, b) { return d, 1 }\n",
            ONE,
            "package p\ntype I interface{ f() (b) }\n"
            "func (c) f() (b) { return 1 }\n",
            "package p\ntype I interface{ f() (a) }\n"
            "func (c) f() (a) { return d }\n",
            NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS(
      "returns", test_returns__a_value_becomes_a_statement,
      test_returns__one_of_several_goes_with_what_takes_it,
      test_returns__nothing_asks_for_one_that_is_gone,
      test_returns__one_of_several_goes_where_it_is_passed_on,
      test_returns__one_of_several_goes_from_an_interface,
      test_returns__a_trait_changes_with_its_impls);
}
