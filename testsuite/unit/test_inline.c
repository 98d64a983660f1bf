/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of a definition that stand for the uses of its name. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define HEAD "package p\nfunc f() {\n"

START_TEST(test_inline__a_use_becomes_the_value)
{
  expect_go(HEAD "c := make(chan int)\n_ = <-c\n}\n", "name-to-value",
            HEAD "_ = <-make(chan int)\n}\n", NULL);
  expect_go(HEAD "var c chan int = g()\nh(c)\n}\n", "name-to-value",
            HEAD "h(g())\n}\n", NULL);
}
END_TEST

START_TEST(test_inline__a_use_becomes_the_type)
{
  expect_go("package p\ntype T map[int]bool\nvar a T\n", "name-to-value",
            "package p\nvar a map[int]bool\n", NULL);
}
END_TEST

START_TEST(test_inline__a_path_begins_with_the_type)
{
  expect_in("input.rs", "type A = B;\nfn f() { A::c(); }\n", "name-to-value",
            "fn f() { B::c(); }\n", NULL);
}
END_TEST

START_TEST(test_inline__a_sigil_belongs_to_the_name)
{
  expect_in("input.php", "<?php\n$a = f(1);\ng($a);\n", "name-to-value",
            "<?php\ng(f(1));\n", NULL);
}
END_TEST

START_TEST(test_inline__what_is_before_a_member_goes_with_it)
{
  expect_in("input.js", "let c = { d: 1, e: f() };\ng(c.d, c);\n",
            "name-to-value", "let c = { e: f() };\ng(1, c);\n", NULL);
}
END_TEST

START_TEST(test_inline__each_use_has_to_accept_it)
{
  expect_go(HEAD "c := T{}\nvar d c\ng(c)\n}\n", "name-to-value", NULL);
}
END_TEST

START_TEST(test_inline__not_what_grows)
{
  expect_go(HEAD "c := g(1, 2, 3)\nh(c, c, c, c, c)\n}\n", "name-to-value",
            NULL);
}
END_TEST

START_TEST(test_inline__not_what_is_defined_twice_or_by_itself)
{
  expect_go(HEAD "c := g()\nc := h()\nk(c)\n}\n", "name-to-value", NULL);
  expect_go(HEAD "var c = g(c)\nk(c)\n}\n", "name-to-value", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("inline", test_inline__a_use_becomes_the_value,
                           test_inline__a_use_becomes_the_type,
                           test_inline__a_path_begins_with_the_type,
                           test_inline__a_sigil_belongs_to_the_name,
                           test_inline__what_is_before_a_member_goes_with_it,
                           test_inline__each_use_has_to_accept_it,
                           test_inline__not_what_grows,
                           test_inline__not_what_is_defined_twice_or_by_itself);
}
