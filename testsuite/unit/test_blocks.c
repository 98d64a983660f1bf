/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of the statements of a block. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_blocks__assignments_become_initialisers)
{
  expect_rewrites("a; f() { int b; f(); b = 2; int c, d; d = f(); int i; for "
                  "(i = 0; i < 2; i++) f(); }",
                  "assignment-joined",
                  "a;f(){f();int b=2;int c,d;d=f();int i;for(i=0;i<2;i++)f();}",
                  "a;f(){int b;f();b=2;int c,d=f();int i;for(i=0;i<2;i++)f();}",
                  "a;f(){int b;f();b=2;int c,d;d=f();for(int i=0;i<2;i++)f();}",
                  NULL);
  expect_rewrites("a; f() { int b; b++; b = 2; int c; c += 2; a = 1; static "
                  "int d[2]; d = 1; }",
                  "assignment-joined", NULL);
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
  return RUN_TESTS("blocks", test_blocks__assignments_become_initialisers,
                   test_blocks__statement_expressions_open);
}
