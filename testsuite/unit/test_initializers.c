/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of initialisers. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_initializers__braces_go)
{
  expect_rewrites("int a[2][2] = { { 1, 2 }, { 3, 4 } };", "braces-flat",
                  "int a[2][2]={1,2,{3,4}};", "int a[2][2]={{1,2},3,4};", NULL);
  expect_rewrites("struct { int b[2]; } a = { { [1] = 1 } };", "braces-flat",
                  NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("initializers", test_initializers__braces_go);
}
