/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants of LLVM IR for what is computed or handed over. */
#include "grammars_fixture.h"
#include "rewritten.h"

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

START_TEST(test_ir_constants__a_parameter_stands_for_a_computed_value)
{
  expect_ir(
      "define void @f(ptr %p) {\n%a = load i8, ptr %p\n" STORE("%p", "%a"),
      "value-to-parameter",
      "define void @f(ptr %p, i8 %a) {\n" STORE("%p", "%a"), NULL);
  expect_ir("define i8 @f() {\n%a = load i8, ptr null\n"
            "%b = add i8 1, %a\nret i8 0\n}\n",
            "value-to-parameter",
            "define i8 @f(i8 %a) {\n%b = add i8 1, %a\nret i8 0\n}\n", NULL);
  expect_ir("define void @f() {\n%a = load i8, ptr @f\n" STORE("null", "%a"),
            "value-to-parameter", NULL);
  expect_ir("define void @f(ptr %p {\n%a = load i8, ptr %p\n" STORE("%p", "%a"),
            "value-to-parameter", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS(
      "ir_constants", test_ir_constants__stand_for_a_computed_value,
      test_ir_constants__stand_for_a_parameter,
      test_ir_constants__a_parameter_stands_for_a_computed_value);
}
