/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants of LLVM IR for what is computed or handed over. */
#include "rewritten.h"
#include "run_tests.h"

#define STORE(pointer, value)                                                  \
  "store i8 " value ", ptr " pointer "\nret void\n}\n"

START_TEST(test_ir_constants__stand_for_a_computed_value)
{
  expect_ir(
      "define void @f(ptr %p) {\n%a = load i8, ptr %p\n" STORE("%p", "%a"),
      "value-to-constant", "define void @f(ptr %p) {\n" STORE("%p", "0"),
      "define void @f(ptr %p) {\n" STORE("%p", "1"), NULL);
}
END_TEST

START_TEST(test_ir_constants__stand_for_a_parameter)
{
  expect_ir("define void @f(ptr %p, float %a) {\n" STORE("%p", "7"),
            "parameter-dropped",
            "define void @f(float %a) {\n" STORE("undef", "7"),
            "define void @f(float %a) {\n" STORE("null", "7"),
            "define void @f(ptr %p) {\n" STORE("%p", "7"), NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("ir_constants",
                   test_ir_constants__stand_for_a_computed_value,
                   test_ir_constants__stand_for_a_parameter);
}
