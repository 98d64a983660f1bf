/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of constant expressions. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_folding__constants_are_folded)
{
  expect_rewrites("enum { E = 3 }; long a; f() { a = 1 + 2 * 3 + a; a = "
                  "sizeof(int) + sizeof a; }",
                  "constant-folded",
                  "enum{E=3};long a;f(){a=7+a;a=sizeof(int)+sizeof a;}",
                  "enum{E=3};long a;f(){a=1+6+a;a=sizeof(int)+sizeof a;}",
                  "enum{E=3};long a;f(){a=1+2*3+a;a=12;}", NULL);
  expect_rewrites("enum { E = 3 }; long a; f() { a = (char)300; a = E + 1; a = "
                  "-1; a = 2 - 5; }",
                  "constant-folded",
                  "enum{E=3};long a;f(){a=44;a=E+1;a=-1;a=2-5;}",
                  "enum{E=3};long a;f(){a=(char)300;a=4;a=-1;a=2-5;}",
                  "enum{E=3};long a;f(){a=(char)300;a=E+1;a=-1;a=-3;}", NULL);
}
END_TEST

START_TEST(test_folding__what_is_wrong_is_not)
{
  expect_rewrites("f() { return 1 + x; return 1 / 0; return \"a\"[0] + g(2); }",
                  "constant-folded", NULL);
}
END_TEST

START_TEST(test_folding__numbers_of_sums_are_added_up)
{
  expect_rewrites("a, b; f() { return 4 + a - 1; }", "sum-folded",
                  "a,b;f(){return a+3;}", NULL);
  expect_rewrites("a, b; f() { return (670 + a) - 673 + b; }", "sum-folded",
                  "a,b;f(){return a+b-3;}", NULL);
  expect_rewrites("a, b; f() { return 5 - (2 + a); }", "sum-folded",
                  "a,b;f(){return 3-a;}", NULL);
  expect_rewrites("a, b; f() { return 5 - a * 2 - 5; }", "sum-folded",
                  "a,b;f(){return-a*2;}", NULL);
  expect_rewrites("a; f() { return 1 + a; return 1 + 2; return 1.5 + a - 1; }",
                  "sum-folded", NULL);
}
END_TEST

START_TEST(test_folding__comparisons_are_solved)
{
  expect_rewrites("a; f() { return (a ^ -103) != -65434; }",
                  "comparison-solved", "a;f(){return a!=65535;}", NULL);
  expect_rewrites("a; f() { return a - 3 > 5; }", "comparison-solved",
                  "a;f(){return a>8;}", NULL);
  expect_rewrites(
      "a, b; f() { return a + b == 3 || a * 2 == 4 || a + 2 == b; }",
      "comparison-solved", NULL);
}
END_TEST

START_TEST(test_folding__what_binds_less_gets_parentheses)
{
  expect_rewrites("a, b; f() { return (a & b ^ 3) != 5; }", "comparison-solved",
                  "a,b;f(){return(a&b)!=6;}", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("folding", test_folding__constants_are_folded,
                   test_folding__what_is_wrong_is_not,
                   test_folding__numbers_of_sums_are_added_up,
                   test_folding__comparisons_are_solved,
                   test_folding__what_binds_less_gets_parentheses);
}
