/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations of described languages that become one. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_joined__names_of_one_type_stand_in_one_declaration)
{
  expect_in("a.f90",
            "subroutine s(a, b)\ninteger, intent(in) :: a(2)\nreal c\n"
            "Integer, intent(in) :: b\nend\n",
            "declarations-joined",
            "subroutine s(a, b)\ninteger, intent(in) :: a(2), b\nreal c\nend\n",
            NULL);
  expect_in("a.adb",
            "procedure P is\nA : Integer := 1;\nB : Integer := 1;\n"
            "begin\nnull;\nend P;\n",
            "declarations-joined",
            "procedure P is\nA, B : Integer := 1;\nbegin\nnull;\nend P;\n",
            NULL);
}
END_TEST

START_TEST(test_joined__not_what_says_something_else)
{
  expect_in("a.f90",
            "subroutine s(a, b)\ninteger, intent(in) :: a\n"
            "integer, intent(out) :: b\ncharacter(2) c\ncharacter(3) d\nend\n",
            "declarations-joined", NULL);
  expect_in("a.adb",
            "procedure P is\ntype A is new Integer;\ntype B is new Integer;\n"
            "begin\nnull;\nend P;\n",
            "declarations-joined", NULL);
}
END_TEST

START_TEST(test_joined__not_what_stands_in_another_block)
{
  expect_in("a.f90",
            "subroutine s\ninteger a\nblock\ninteger b\nend block\nend\n",
            "declarations-joined", NULL);
  expect_in("a.f90",
            "type t\ninteger a\nend type\ninterface\nsubroutine s(b)\n"
            "integer b\nend\nend interface\ninteger c\nend\n",
            "declarations-joined", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("joined",
                   test_joined__names_of_one_type_stand_in_one_declaration,
                   test_joined__not_what_says_something_else,
                   test_joined__not_what_stands_in_another_block);
}
