/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of a statement that are one by themselves. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define HEAD "package p\nfunc f() {\n"

START_TEST(test_parts__a_clause_has_a_statement)
{
  expect_go(HEAD "select {\ncase _, a = <-b:\n}\n}\n", "part-alone",
            HEAD "_, a = <-b\n}\n", NULL);
}
END_TEST

START_TEST(test_parts__not_what_hoisting_finds)
{
  expect_go(HEAD "if a := b(1); a {\nc(2)\n}\n}\n", "part-alone", NULL);
}
END_TEST

START_TEST(test_parts__not_what_cannot_be_read)
{
  expect_go(HEAD "for a := range b {\n}\n}\n", "part-alone", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("parts", test_parts__a_clause_has_a_statement,
                           test_parts__not_what_hoisting_finds,
                           test_parts__not_what_cannot_be_read);
}
