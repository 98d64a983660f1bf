/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The shortest use of a variable that has to be used. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define HEAD "package p\nfunc f() {\nvar a, b, g int\n"

START_TEST(test_uses__a_statement_uses_one_value)
{
  expect_go(HEAD "call(a, b + 1)\n}\n", "value-alone", HEAD "_ = a\n}\n",
            HEAD "_ = b\n}\n", NULL);
}
END_TEST

START_TEST(test_uses__not_what_need_not_be_used)
{
  expect_go("package p\nvar a int\nfunc f() {\ncall(a, 1)\n}\n", "value-alone",
            NULL);
  expect_go(HEAD "_ = a\n}\n", "value-alone", NULL);
  expect_go(HEAD "if a > 1 {\nvar c int\ncall(c)\n}\n}\n", "value-alone",
            HEAD "if a > 1 {\nvar c int\n_ = c\n}\n}\n", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("uses", test_uses__a_statement_uses_one_value,
                           test_uses__not_what_need_not_be_used);
}
