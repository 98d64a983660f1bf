/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of LLVM IR that become plain operations. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define FUNCTION(type, body)                                                   \
  "define " type " @f(" type " %a, " type " %b) {\n%c = " body "\nret " type   \
  " %c\n}\n"

START_TEST(test_ir_operations__sums_stand_for_calls)
{
  expect_ir(FUNCTION("i8", "call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)"),
            "call-to-operation", FUNCTION("i8", "add i8 %a, %b"), NULL);
  expect_ir(FUNCTION("<2 x i8>", "call <2 x i8> @g(<2 x i8> %a, i1 0, "
                                 "<2 x i8> noundef %b)"),
            "call-to-operation", FUNCTION("<2 x i8>", "add <2 x i8> %a, %b"),
            NULL);
}
END_TEST

START_TEST(test_ir_operations__each_two_arguments_are_added)
{
  expect_ir(FUNCTION("float", "call fast float @llvm.fmuladd.f32(float %a, "
                              "float %b, float 1.0)"),
            "call-to-operation", FUNCTION("float", "fadd fast float %a, %b"),
            FUNCTION("float", "fadd fast float %a, 1.0"),
            FUNCTION("float", "fadd fast float %b, 1.0"), NULL);
}
END_TEST

START_TEST(test_ir_operations__a_single_one_is_negated)
{
  expect_ir(FUNCTION("float", "call float @llvm.fabs.f32(float %a)"),
            "call-to-operation", FUNCTION("float", "fneg float %a"), NULL);
}
END_TEST

START_TEST(test_ir_operations__other_calls_stay)
{
  expect_ir(FUNCTION("ptr", "call ptr @g(ptr %a, ptr %b)"), "call-to-operation",
            NULL);
  expect_ir(FUNCTION("i8", "call i8 @g(i8 %a)"), "call-to-operation", NULL);
  expect_ir(FUNCTION("i8", "call i8 @g(i16 0, i32 0)"), "call-to-operation",
            NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("ir_operations",
                           test_ir_operations__sums_stand_for_calls,
                           test_ir_operations__each_two_arguments_are_added,
                           test_ir_operations__a_single_one_is_negated,
                           test_ir_operations__other_calls_stay);
}
