/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites that C has, of functions and fields of C++. */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_methods__use_fields_without_an_object)
{
  expect_cxx(
      "struct A { int a, b; A() : a(1), b(2) {} int f() { return b; } };",
      "unused-field",
      "struct A { int b; A() : b(2) {} int f() { return b; } };", NULL);
  expect_cxx("struct A { int b; A() : b(2) {} int f() { return b; } };",
             "field-to-value", "struct A { A() {} int f() { return 0; } };",
             NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("methods", test_methods__use_fields_without_an_object);
}
