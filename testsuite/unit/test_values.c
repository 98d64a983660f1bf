/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of variables to what they hold. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_values__are_put_for_variables)
{
  expect_rewrites("g; f() { int a = g, b = 2, c, d; c = b; a++; d = f() + 1; "
                  "return a + b + c * d; }",
                  "variable-to-value",
                  "g;f(){int b=2,c,d;c=b;g++;d=f()+1;return g+b+c*d;}",
                  "g;f(){int a=g,c,d;c=2;a++;d=f()+1;return a+2+c*d;}",
                  "g;f(){int a=g,b=2,d;a++;d=f()+1;return a+b+b*d;}",
                  "g;f(){int a=g,b=2,c;c=b;a++;return a+b+c*(f()+1);}", NULL);
  expect_rewrites(
      "f() { int a = 1; g(&a); int b = b; int c = f(); return c + c; }",
      "variable-to-value", NULL);
  expect_rewrites(
      "struct s { int a; }; struct s f() { "
      "const struct s v = {1}; return v; }"
      "int g() { int a[2] = {1}, b[2] = {2}; return a[1] + *b + *b; }",
      "variable-to-value",
      "struct s { int a; }; struct s f() { "
      "return (const struct s){1}; }"
      "int g() { int a[2] = {1}, b[2] = {2}; return a[1] + *b + *b; }",
      "struct s { int a; }; struct s f() { "
      "const struct s v = {1}; return v; }"
      "int g() { int b[2] = {2}; return (int[2]){1}[1] + *b + *b; }",
      NULL);
}
END_TEST

START_TEST(test_values__are_zero)
{
  expect_rewrites(
      "int g; f(int p) { int a, *b; b = a; a++; return *b + a + g + g; }",
      "variable-to-zero", "f(int p){int a,*b;b=a;a++;return*b+a+0+0;}",
      "int g;f(int p){int*b;b=0;0;return*b+0+g+g;}",
      "int g;f(int p){int a;a;a++;return*0+a+g+g;}", NULL);
}
END_TEST

START_TEST(test_values__stand_for_expressions)
{
  expect_rewrites("int g; f(int p) { if (g + 2) f(p, f(p), p + 1); }",
                  "expression-to-variable",
                  "int g;f(int p){if(p)f(p,f(p),p+1);}", NULL);
}
END_TEST

START_TEST(test_values__assignments_move_into_the_next_statement)
{
  expect_rewrites("int a; f() { a = 2; f(a); a += 4; a = 5 - a; return a; }",
                  "assignment-moved", "int a;f(){f(2);a+=4;a=5-a;return a;}",
                  "int a;f(){a=2;f(a);a=5-(a+4);return a;}",
                  "int a;f(){a=2;f(a);a+=4;return 5-a;}", NULL);
  expect_rewrites("int a; f() { a = 2; f(a, a); a = 3; while (a) a--; a = 4; "
                  "a++; }",
                  "assignment-moved", NULL);
}
END_TEST

START_TEST(test_values__of_conditions_move_into_the_next_statement)
{
  expect_rewrites("int a; f(int c) { if (c > 3) a = 3; return 1 + a; }",
                  "assignment-moved", "int a;f(int c){return 1+(c>3?3:a);}",
                  NULL);
  expect_rewrites("int a; f(int c) { if (c) a = 3; return a + a; }",
                  "assignment-moved", NULL);
  expect_rewrites("int a; f(int c) { if (c) a = 3; else c = 2; return a; }",
                  "assignment-moved", NULL);
}
END_TEST

START_TEST(test_values__are_incremented_where_they_are_used)
{
  expect_rewrites("int i, a[3]; f() { a[i] = 1; i++; }", "increment-moved",
                  "int i,a[3];f(){a[i++]=1;}", NULL);
  expect_rewrites("int i; f() { f(i), i--; }", "increment-moved",
                  "int i;f(){f(i--);}", NULL);
  expect_rewrites("int i, j; f() { f(i, i); i++; i = 1; i++; f(&i); i++; f(j); "
                  "i++; while (i) j++; i++; }",
                  "increment-moved", NULL);
}
END_TEST

START_TEST(test_values__are_incremented_past_what_does_not_use_them)
{
  expect_rewrites("int i, j; f() { f(i); j = 2; i++; }", "increment-moved",
                  "int i,j;f(){f(i++);j=2;}", NULL);
  expect_rewrites("int i, j; f() { i--; j = 2; return j + i; }",
                  "increment-moved", "int i,j;f(){j=2;return j+--i;}", NULL);
  expect_rewrites("int *p; f() { ++p; if (p[1]) f(); }", "increment-moved",
                  "int*p;f(){if((++p)[1])f();}", NULL);
  expect_rewrites("int i; f() { ++i; while (i) f(); }", "increment-moved",
                  NULL);
}
END_TEST

START_TEST(test_values__are_incremented_in_the_condition_of_a_loop)
{
  expect_rewrites("int i; f(int n) { while (i < n) { f(i); i++; } }",
                  "step-to-condition", "int i;f(int n){while(i++<n){f(i);}}",
                  NULL);
  expect_rewrites("int i; f(int n) { for (i = n; i; --i) f(i); }",
                  "step-to-condition", "int i;f(int n){for(i=n;i--;)f(i);}",
                  NULL);
  expect_rewrites("int i, j; f(int n) { while (i < n) { i++; f(i); } "
                  "for (;; i++) f(i); for (; i * i < n; i++) f(i); "
                  "while (i) { f(i); j++; } do { f(i); i++; } while (i); "
                  "while (i) i++; while (i) { } }",
                  "step-to-condition", NULL);
}
END_TEST

START_TEST(test_values__are_put_for_qualified_names)
{
  expect_cxx("namespace n { int a; } int f() { return n::a + n::a; }",
             "variable-to-zero", "namespace n{}int f(){return 0+0;}", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("values", test_values__are_put_for_variables,
                   test_values__are_zero, test_values__stand_for_expressions,
                   test_values__assignments_move_into_the_next_statement,
                   test_values__of_conditions_move_into_the_next_statement,
                   test_values__are_incremented_where_they_are_used,
                   test_values__are_incremented_past_what_does_not_use_them,
                   test_values__are_incremented_in_the_condition_of_a_loop,
                   test_values__are_put_for_qualified_names);
}
