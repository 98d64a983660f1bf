/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of loops to simpler ones. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_loops__for_becomes_while)
{
  expect_rewrites("a; f() { for (;;) f(); for (;a;) f(); for (; a; a--) ; }",
                  "for-to-while", "a;f(){while(1)f();for(;a;)f();for(;a;a--);}",
                  "a;f(){for(;;)f();while(a)f();for(;a;a--);}",
                  "a;f(){for(;;)f();for(;a;)f();while(a)a--;}", NULL);
  expect_rewrites(
      "a; f() { for (; a; a--) { f(); } for (;a;a--) f(); for (a;a;) f(); }",
      "for-to-while", "a;f(){while(a){f();a--;}for(;a;a--)f();for(a;a;)f();}",
      "a;f(){for(;a;a--){f();}while(a)f(),a--;for(a;a;)f();}", NULL);
  expect_rewrites("a; f() { for (; a; a--) if (a) f(); }", "for-to-while",
                  NULL);
}
END_TEST

START_TEST(test_loops__do_becomes_while)
{
  expect_rewrites("a; f() { do { f(); } while (a); }", "do-to-while",
                  "a;f(){while(a){f();}}", NULL);
}
END_TEST

START_TEST(test_loops__loops_become_if)
{
  expect_rewrites(
      "a; f() { while (a) { f(); break; } for (a = 1; a; a--) f(); do f(); "
      "while (a); for (;;) f(); }",
      "loop-to-if",
      "a;f(){if(a){f();}for(a=1;a;a--)f();do f();while(a);for(;;)f();}",
      "a;f(){while(a){f();break;}if(a)f();do f();while(a);for(;;)f();}",
      "a;f(){while(a){f();break;}for(a=1;a;a--)f();if(a)f();for(;;)f();}",
      NULL);
  expect_rewrites("a; f() { switch (a) { case 1: f(); default: break; } }",
                  "loop-to-if", "a;f(){if(a){f();;}}", NULL);
}
END_TEST

START_TEST(test_loops__breaks_become_the_condition)
{
  expect_rewrites("a, b; f() { while (a) { if (b) break; f(); } }",
                  "break-to-condition", "a, b; f() { while (!b) { f(); } }",
                  "a, b; f() { while (a && !b) { f(); } }", NULL);
  expect_rewrites("a, b; f() { for (; a, b; a++) { if (b > 1) break; f(); } }",
                  "break-to-condition",
                  "a, b; f() { for (; !(b > 1); a++) { f(); } }", NULL);
  expect_rewrites(
      "a; f() { while (a) { f(); if (a) break; } while (a) { if (a) "
      "break; else f(); } while (a) { if (a) continue; f(); } "
      "while (a) if (a) break; }",
      "break-to-condition", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("loops", test_loops__for_becomes_while,
                   test_loops__do_becomes_while, test_loops__loops_become_if,
                   test_loops__breaks_become_the_condition);
}
