/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Routines of described languages: parameters, and what types bind to them. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_parameters__one_goes_with_its_arguments_and_declaration)
{
  expect_in("a.f90",
            "subroutine s(a, b)\ninteger :: a, b\na = 1\nend subroutine s\n"
            "program p\ncall s(x, 2)\ncall s(y(1), b=z)\nend\n",
            "parameter-dropped",
            "subroutine s(b)\ninteger :: a, b\na = 1\nend subroutine s\n"
            "program p\ncall s(2)\ncall s(b=z)\nend\n",
            "subroutine s(a)\ninteger :: a\na = 1\nend subroutine s\n"
            "program p\ncall s(x)\ncall s(y(1))\nend\n",
            NULL);
}
END_TEST

START_TEST(test_parameters__brackets_go_where_the_header_needs_none)
{
  expect_in("a.f90", "subroutine s(a)\nreal a\nend\ncall s(x)\n",
            "parameter-dropped", "subroutine s\nend\ncall s\n", NULL);
  expect_in("a.f90", "function f(a)\nreal a\nf = 1\nend\nx = f(x)\n",
            "parameter-dropped", "function f()\nf = 1\nend\nx = f()\n", NULL);
}
END_TEST

START_TEST(test_parameters__declarations_of_ada_have_the_same_list)
{
  expect_in("a.adb",
            "procedure P (A : in Integer; B, C : T);\n"
            "procedure P (A : in Integer; B, C : T) is\nbegin\n null;\n"
            "end P;\nP (A => X, B => 1, C => 2);\nQ (P.A);\n",
            "parameter-dropped",
            "procedure P (B, C : T);\n"
            "procedure P (B, C : T) is\nbegin\n null;\n"
            "end P;\nP (B => 1, C => 2);\nQ (P.A);\n",
            NULL);
}
END_TEST

START_TEST(test_parameters__a_used_one_without_a_declaration_stays)
{
  expect_in("a.adb",
            "procedure P (A : Integer) is\nbegin\n Q (A);\nend P;\nP (1);\n",
            "parameter-dropped", NULL);
}
END_TEST

START_TEST(test_parameters__not_where_something_else_may_call)
{
  expect_in("a.f90", "subroutine s(a)\nreal a\nend\np => s\n",
            "parameter-dropped", NULL);
  expect_in("a.f90", "subroutine s(a)\nreal a\nend\ncall t%s(x)\n",
            "parameter-dropped", NULL);
}
END_TEST

START_TEST(test_parameters__a_bound_call_becomes_one_of_the_routine)
{
  expect_in(
      "a.f90",
      "type t\ncontains\nprocedure :: f => g\nend type\n"
      "x = a%f() + b%f(1)\ncall a%f\nf = 1\n",
      "binding-to-routine",
      "type t\ncontains\nend type\nx = g(a) + g(b, 1)\ncall g(a)\nf = 1\n",
      NULL);
}
END_TEST

START_TEST(test_parameters__a_binding_is_kept_where_a_call_differs)
{
  expect_in("a.f90",
            "type t\ncontains\nprocedure :: f => g\nend type\n"
            "x = a(1)%f()\n",
            "binding-to-routine", NULL);
  expect_in("a.f90",
            "type t\ncontains\nprocedure :: f => g\nend type\n"
            "type u\ncontains\nprocedure f\nend type\nx = a%f()\n"
            "type v\ncontains\nprocedure :: f\nend type\n",
            "binding-to-routine", NULL);
}
END_TEST

START_TEST(test_parameters__a_result_is_named_as_its_function)
{
  expect_in("a.f90",
            "function f(a) result(r)\nreal r\nr = a%r\nend function f\n",
            "result-unnamed",
            "function f(a)\nreal f\nf = a%r\nend function f\n", NULL);
  expect_in("a.f90", "function f(a) result(r)\nr = f(1)\nend\n",
            "result-unnamed", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("parameters",
                   test_parameters__one_goes_with_its_arguments_and_declaration,
                   test_parameters__brackets_go_where_the_header_needs_none,
                   test_parameters__declarations_of_ada_have_the_same_list,
                   test_parameters__a_used_one_without_a_declaration_stays,
                   test_parameters__not_where_something_else_may_call,
                   test_parameters__a_bound_call_becomes_one_of_the_routine,
                   test_parameters__a_binding_is_kept_where_a_call_differs,
                   test_parameters__a_result_is_named_as_its_function);
}
