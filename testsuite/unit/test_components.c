/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What has a type with a single component. */
#include "rewritten.h"
#include "run_tests.h"

static const char rule[] = "component-to-variable";

START_TEST(test_components__become_variables)
{
  expect_in("a.f90",
            "type t\nreal, pointer :: a(:)\nend type\ntype(t), save :: z\n"
            "z%a(1) = f(z%a)\nend\n",
            rule, "real, pointer :: z(:)\nz(1) = f(z)\nend\n", NULL);
  expect_in("a.f90",
            "type t\nreal a\nend type t\nclass(t) z(3)\nz(1)%a = 1\nend\n",
            rule, "real z(3)\nz(1) = 1\nend\n", NULL);
  expect_in("a.adb",
            "procedure P is\ntype T is record\nA : Integer;\nend record;\n"
            "Z : T;\nbegin\nZ.A := 1;\nend;\n",
            rule, "procedure P is\nZ : Integer;\nbegin\nZ := 1;\nend;\n", NULL);
}
END_TEST

START_TEST(test_components__also_of_parameters)
{
  expect_in("a.f90",
            "module m\ntype t\nreal a\nend type\ncontains\nsubroutine s(z)\n"
            "type(t) z\nz%a = 1\nend\nend\n",
            rule,
            "module m\ncontains\nsubroutine s(z)\nreal z\nz = 1\nend\nend\n",
            NULL);
}
END_TEST

START_TEST(test_components__not_of_what_is_used_as_a_whole)
{
  expect_in("a.f90", "type t\nreal a\nend type\ntype(t) z\nz%a = f(z)\nend\n",
            rule, NULL);
  expect_in("a.f90", "type t\nreal a\nend type\ntype(t) z\nz = t(z%a)\nend\n",
            rule, NULL);
  expect_in("a.f90", "type t\nreal a, b\nend type\ntype(t) z\nz%a = 1\nend\n",
            rule, NULL);
  expect_in("a.f90",
            "type t\nreal a(2)\nend type\ntype(t) z(2)\nz(1)%a = 1\nend\n",
            rule, NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("components", test_components__become_variables,
                   test_components__also_of_parameters,
                   test_components__not_of_what_is_used_as_a_whole);
}
