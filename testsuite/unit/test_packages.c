/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packages of Ada that stand in another block. */
#include "rewritten.h"
#include "run_tests.h"

#define RULE "package-to-contents"

START_TEST(test_packages__their_contents_stand_for_them)
{
  expect_in("a.adb",
            "procedure P is\npackage Q is\nX : Integer;\nprivate\n"
            "function F return Integer;\nend Q;\nuse Q;\n"
            "package body Q is\nfunction F return Integer is\nbegin\n"
            "return Q.X;\nend F;\nend Q;\nbegin\nQ.X := Q.F + Y.Z;\nend P;\n",
            RULE,
            "procedure P is\nX : Integer;\nfunction F return Integer;\n"
            "function F return Integer is\nbegin\nreturn X;\nend F;\n"
            "begin\nX := F + Y.Z;\nend P;\n",
            NULL);
}
END_TEST

START_TEST(test_packages__not_what_is_named_otherwise)
{
  expect_in("a.adb",
            "procedure P is\ngeneric\npackage Q is\nX : Integer;\nend Q;\n"
            "package R is new Q;\nbegin\nnull;\nend P;\n",
            RULE, NULL);
  expect_in("a.adb", "package Q is\nX : Integer;\nend Q;\n", RULE, NULL);
}
END_TEST

START_TEST(test_packages__not_one_with_statements)
{
  expect_in("a.adb",
            "procedure P is\npackage Q is\nX : Integer;\nend Q;\n"
            "package body Q is\nbegin\nX := 1;\nend Q;\nbegin\nnull;\nend P;\n",
            RULE, NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("packages", test_packages__their_contents_stand_for_them,
                   test_packages__not_what_is_named_otherwise,
                   test_packages__not_one_with_statements);
}
