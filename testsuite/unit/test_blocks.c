/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of the statements of a block. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_blocks__a_declaration_goes_into_its_loop)
{
  expect_rewrites("a; f() { int i; for (i = 0; i < 2; i++) f(); }",
                  "declared-in-for", "a;f(){for(int i=0;i<2;i++)f();}", NULL);
  expect_rewrites("a; f() { int i; for (i = 0; i < 2; i++) f(); return i; }",
                  "declared-in-for", NULL);
  expect_rewrites(
      "a; f() { int i, j; for (i = 0; i < 2;) f(); for (a = 1;;) a; }",
      "declared-in-for", NULL);
}
END_TEST

START_TEST(test_blocks__statement_expressions_open)
{
  expect_rewrites("a; f() { return ({ a; f(); }) + 1; }",
                  "statement-expression", "a;f(){a;return f()+1;}", NULL);
  expect_rewrites("a; f() { if (({ a; f() - 1; }) + 1) a; }",
                  "statement-expression", "a;f(){a;if((f()-1)+1)a;}", NULL);
  expect_rewrites("a; f() { while (({ a; f(); })) a; ({ f(); }); }",
                  "statement-expression", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("blocks", test_blocks__a_declaration_goes_into_its_loop,
                   test_blocks__statement_expressions_open);
}
