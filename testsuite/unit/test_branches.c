/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of `if`, loops and `switch` to what is in them. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_branches__what_is_in_the_head_stays)
{
  expect_rewrites("a; f() { if (a && f()) { f(); a; } else a; }",
                  "statement-straight", "a;f(){a&&f();f();a;a;}",
                  "a;f(){f();a;a;}", NULL);
  expect_rewrites("a; f() { while (a++) { if (a) break; a--; } }",
                  "statement-straight", "a;f(){a++;if(a);a--;}",
                  "a;f(){if(a);a--;}", NULL);
  expect_rewrites("a; f() { for (a = 1; a < 2; a++) { f(); continue; } }",
                  "statement-straight", "a;f(){a=1;a<2;a++;f();}",
                  "a;f(){f();}", NULL);
  expect_rewrites("a; f() { do { f(); break; } while (f()); }",
                  "statement-straight", "a;f(){f();f();}", "a;f(){f();}", NULL);
  expect_rewrites("a; f() { switch (a) { case 1: f(); break; default: a; } }",
                  "statement-straight", "a;f(){f();a;}", NULL);
  expect_rewrites("a; f() { for (int i = 0; i < 2; i++) f(); }",
                  "statement-straight", "a;f(){int i=0;i<2;i++;f();}", NULL);
}
END_TEST

START_TEST(test_branches__a_body_without_jumps_is_left_to_lifting)
{
  expect_rewrites("a; f() { if (a) f(); while (a) f(); }", "statement-straight",
                  NULL);
}
END_TEST

START_TEST(test_branches__jumps_of_inner_loops_stay)
{
  expect_rewrites("a; f() { while (f()) { while (a) break; switch (a) { case "
                  "2: break; } } }",
                  "statement-straight",
                  "a;f(){f();while(a)break;switch(a){case 2:break;}}",
                  "a;f(){while(f()){;switch(a){case 2:break;}}}",
                  "a;f(){while(f()){while(a)break;;}}", NULL);
}
END_TEST

START_TEST(test_branches__jumps_of_outer_loops_stay)
{
  expect_rewrites("a; f() { for (;;) { if (a && f()) break; } }",
                  "statement-straight", "a;f(){if(a&&f());}",
                  "a;f(){for(;;){a&&f();break;}}", NULL);
  expect_rewrites(
      "a; f() { switch (a) { case 1: while (a) { case 2: break; } "
      "switch (a) { case 3: break; } break; } }",
      "statement-straight", "a;f(){while(a){break;}switch(a){case 3:break;}}",
      "a;f(){switch(a){case 1:while(a){case 2:break;};break;}}", NULL);
}
END_TEST

START_TEST(test_branches__expressions_become_statements)
{
  expect_rewrites("a; f() { int b = f(), c; return f(); }",
                  "statement-to-expression", "a;f(){f();return f();}",
                  "a;f(){int b=f(),c;f();}", NULL);
  expect_rewrites("a; f() { if (f()) a; for (f(); a < 2; f()) a; }",
                  "statement-to-expression", "a;f(){f();for(f();a<2;f())a;}",
                  "a;f(){if(f())a;a<2;}", "a;f(){if(f())a;f();}",
                  "a;f(){if(f())a;f();}", NULL);
  expect_rewrites("a; f() { for (int i = f(); i < 2; i++) a; }",
                  "statement-to-expression", NULL);
}
END_TEST

START_TEST(test_branches__else_comes_in_front)
{
  expect_rewrites("a; f() { if (a) f(); else a; if (a) f(); }", "else-to-then",
                  "a;f(){if(a)a;if(a)f();}", NULL);
  expect_rewrites("a; f() { if (a > 1) ; else f(); }", "else-to-then",
                  "a;f(){if(a<=1)f();}", "a;f(){if(a>1)f();}", NULL);
  expect_rewrites("a; f() { if (f()) ; else f(); if (-a) ; else a; }",
                  "else-to-then", "a;f(){if(!f())f();if(-a);else a;}",
                  "a;f(){if(f())f();if(-a);else a;}",
                  "a;f(){if(f());else f();if(!(-a))a;}",
                  "a;f(){if(f());else f();if(-a)a;}", NULL);
}
END_TEST

START_TEST(test_branches__conditions_are_joined)
{
  expect_rewrites("a; f() { if (a) if (f()) a; if (a) if (f()) a; else f(); if "
                  "(a) { a; } }",
                  "if-nested",
                  "a;f(){if(a&&f())a;if(a)if(f())a;else f();if(a){a;}}",
                  "a;f(){if(a)if(f())a;if(a&&f())a;else f();if(a){a;}}", NULL);
}
END_TEST

START_TEST(test_branches__ifs_become_operators)
{
  expect_rewrites("a; f() { if (a) f(); if (a) f(); else a; if (a) a = 1; if "
                  "(a = 1) f(); }",
                  "if-to-operator",
                  "a;f(){a&&f();if(a)f();else a;if(a)a=1;if(a=1)f();}",
                  "a;f(){if(a)f();a?f():a;if(a)a=1;if(a=1)f();}", NULL);
}
END_TEST

START_TEST(test_branches__conditions_before_the_same_jump_are_joined)
{
  expect_rewrites("a; f() { if (a) return 1; if (a > 2) return 1; if (!a) "
                  "return 2; a; }",
                  "ifs-joined", "a;f(){if(a||a>2)return 1;if(!a)return 2;a;}",
                  NULL);
  expect_rewrites("a; f() { if (a) a++; if (a > 2) a++; if (a = 1) return; "
                  "if (a) return; else a; if (a) return; }",
                  "ifs-joined", NULL);
}
END_TEST

START_TEST(test_branches__returns_are_joined)
{
  expect_rewrites("a; f() { if (a) return 1; return 2; }", "returns-joined",
                  "a;f(){return a?1:2;}", NULL);
  expect_rewrites("a; f() { if (a) return 1; else return 2; }",
                  "returns-joined", "a;f(){return a?1:2;}", NULL);
  expect_rewrites("a; f() { if (a) return; return; if (a) return 1; a; }",
                  "returns-joined", NULL);
}
END_TEST

START_TEST(test_branches__a_last_if_is_returned)
{
  expect_rewrites("a; f() { a++; if (a > 1) return 3; }", "if-to-return",
                  "a;f(){a++;return a>1;}", NULL);
  expect_rewrites("a; f() { if (a) return 3; ; }", "if-to-return",
                  "a;f(){return a;;}", NULL);
  expect_rewrites("a; f() { if (a) return 3; a++; } g() { if (a) { if (a) "
                  "return 3; } } h() { if (a) return a; }",
                  "if-to-return", NULL);
}
END_TEST

START_TEST(test_branches__a_value_is_returned_too)
{
  expect_rewrites("int a, g(); f() { a = g(2); return a > 1; }",
                  "value-to-return", "int a,g();f(){return(a>1)+g(2);}", NULL);
  expect_rewrites("int *p, a, *h(); void g(); f() { g(); return a; } "
                  "int *i() { p = h(); return p; } j() { a = 3; return a; }",
                  "value-to-return", NULL);
}
END_TEST

START_TEST(test_branches__constexpr_goes_with_its_if)
{
  static const char text[] =
      "template <int n> int f(int a) { if constexpr (n) if constexpr (n > 2) "
      "a++; if constexpr (n > 1) { f<0>(a); a++; } return a; }";
  expect_cxx(text, "if-nested",
             "template<int n>int f(int a){if constexpr(n&&n>2)a++;if "
             "constexpr(n>1){f<0>(a);a++;}return a;}",
             NULL);
  expect_cxx(text, "statement-straight",
             "template<int n>int f(int a){if constexpr(n)if constexpr(n>2)a++;"
             "n>1;f<0>(a);a++;return a;}",
             NULL);
}
END_TEST

START_TEST(test_branches__void_is_no_operand)
{
  expect_rewrites(
      "void g(); f(a) { if (a) g(); if (a) g(); else g(); if (a) g(); "
      "else f(1); }",
      "if-to-operator", "void g();f(a){if(a)g();a?g():g();if(a)g();else f(1);}",
      NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("branches", test_branches__a_last_if_is_returned,
                   test_branches__a_value_is_returned_too,
                   test_branches__what_is_in_the_head_stays,
                   test_branches__a_body_without_jumps_is_left_to_lifting,
                   test_branches__jumps_of_inner_loops_stay,
                   test_branches__jumps_of_outer_loops_stay,
                   test_branches__expressions_become_statements,
                   test_branches__else_comes_in_front,
                   test_branches__conditions_are_joined,
                   test_branches__ifs_become_operators,
                   test_branches__conditions_before_the_same_jump_are_joined,
                   test_branches__returns_are_joined,
                   test_branches__constexpr_goes_with_its_if,
                   test_branches__void_is_no_operand);
}
