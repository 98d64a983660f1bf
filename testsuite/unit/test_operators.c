/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of operators. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_operators__operators_are_shorter)
{
  expect_rewrites(
      "a; f() { return a << 1 << 2 && a <= 1 && a != 2 || a < 1; a += 1; }",
      "operator-shorter", "a;f(){return a+1<<2&&a<=1&&a!=2||a<1;a+=1;}",
      "a;f(){return a<<1+2&&a<=1&&a!=2||a<1;a+=1;}",
      "a;f(){return a<<1<<2&a<=1&&a!=2||a<1;a+=1;}",
      "a;f(){return a<<1<<2&&a<1&&a!=2||a<1;a+=1;}",
      "a;f(){return a<<1<<2&&a<=1&a!=2||a<1;a+=1;}",
      "a;f(){return a<<1<<2&&a<=1&&a<2||a<1;a+=1;}",
      "a;f(){return a<<1<<2&&a<=1&&a!=2|a<1;a+=1;}",
      "a;f(){return a<<1<<2&&a<=1&&a!=2||a<1;a=1;}", NULL);
}
END_TEST

START_TEST(test_operators__assignments_become_increments)
{
  expect_rewrites("a; f() { a = 1; a += 2; a -= 1; a += a * 2; }",
                  "assignment-to-increment", "a;f(){a++;a+=2;a-=1;a+=a*2;}",
                  "a;f(){a=1;a++;a-=1;a+=a*2;}", "a;f(){a=1;a+=2;a--;a+=a*2;}",
                  NULL);
}
END_TEST

START_TEST(test_operators__assignments_become_a_chain)
{
  expect_rewrites(
      "a, b; f() { a = b + 1; b++; f(); a = 3, ++b; b = 2; a = f(); }",
      "assignments-chained", "a,b;f(){b=a=b+1;f();a=3,++b;b=2;a=f();}",
      "a,b;f(){a=b+1;b++;f();b=a=3;b=2;a=f();}",
      "a,b;f(){a=b+1;b++;f();a=3,++b;b=a=f();}", NULL);
  expect_rewrites("a, b; f() { a = b; b += 2; a++; b++; f(); a = f(); b = f(); "
                  "b = 3; }",
                  "assignments-chained", NULL);
}
END_TEST

START_TEST(test_operators__assignments_are_compound)
{
  expect_rewrites("a; f() { a = a + 1; a = a * 2 * 3; a = 2 + a; a = a < 1; }",
                  "assignment-compound", "a;f(){a+=1;a=a*2*3;a=2+a;a=a<1;}",
                  NULL);
}
END_TEST

START_TEST(test_operators__conditionals_become_logical)
{
  expect_rewrites("a; f() { a = a ? f() : 1; a ?: 1; a ? a = 1 : 2; }",
                  "conditional-to-logical", "a;f(){a=a&&f();a?:1;a?a=1:2;}",
                  "a;f(){a=a||1;a?:1;a?a=1:2;}", "a;f(){a=a?f():1;a?:1;a||2;}",
                  NULL);
}
END_TEST

START_TEST(test_operators__negated_conditions_are_swapped)
{
  expect_rewrites("a; f() { a = !a ? 0 : f(); -a ? 1 : 2; }",
                  "negation-swapped", "a;f(){a=a?f():0;-a?1:2;}", NULL);
}
END_TEST

START_TEST(test_operators__subscripts_become_stars)
{
  expect_rewrites("int a[2], b[2][2]; f() { return a[0] + b[1][1]; }",
                  "subscript-to-star",
                  "int a[2],b[2][2];f(){return*a+b[1][1];}",
                  "int a[2],b[2][2];f(){return a[0]+*b[1];}", NULL);
  expect_rewrites("struct { int b; } a[2]; f() { return a[0].b; }",
                  "subscript-to-star", NULL);
}
END_TEST

START_TEST(test_operators__addresses_become_sums)
{
  expect_rewrites("int a[2]; int *b = &a[1]; f() { g(&a[0]); *&a[1]; }",
                  "address-to-sum", "int a[2];int*b=a+1;f(){g(&a[0]);*&a[1];}",
                  "int a[2];int*b=&a[1];f(){g(a+0);*&a[1];}", NULL);
}
END_TEST

START_TEST(test_operators__comparisons_become_negations)
{
  expect_rewrites("a; f() { if (a < 1) return -(a == 0); if (f() != -1) return "
                  "a != 2; return a + 1 == 0; }",
                  "comparison-to-not",
                  "a;f(){if(!a)return-(a==0);if(f()!=-1)return a!=2;return "
                  "a+1==0;}",
                  "a;f(){if(a<1)return-!a;if(f()!=-1)return a!=2;return "
                  "a+1==0;}",
                  "a;f(){if(a<1)return-(a==0);if(~f())return a!=2;return "
                  "a+1==0;}",
                  NULL);
  expect_rewrites("int *a; f() { return *a - 'e'; } g() { return 3 - *a; } h() "
                  "{ f(*a - 3); }",
                  "comparison-to-not",
                  "int*a;f(){return!*a;}g(){return 3-*a;}h(){f(*a-3);}", NULL);
}
END_TEST

START_TEST(test_operators__sums_keep_their_meaning)
{
  expect_rewrites("a[3], i, *p; f() { p = &a[i & 1]; p = &a[i * 2]; }",
                  "address-to-sum", "a[3],i,*p;f(){p=&a[i&1];p=a+i*2;}", NULL);
  expect_rewrites("void g(); f(a) { a ? g() : g(); }", "conditional-to-logical",
                  NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("operators", test_operators__operators_are_shorter,
                   test_operators__assignments_become_increments,
                   test_operators__assignments_become_a_chain,
                   test_operators__assignments_are_compound,
                   test_operators__conditionals_become_logical,
                   test_operators__negated_conditions_are_swapped,
                   test_operators__subscripts_become_stars,
                   test_operators__addresses_become_sums,
                   test_operators__comparisons_become_negations,
                   test_operators__sums_keep_their_meaning);
}
