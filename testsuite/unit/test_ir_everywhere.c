/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of LLVM IR that change wherever they are spelled. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define USE(type)                                                              \
  "define void @f() {\n%a = load i8, i8* bitcast (" type                       \
  "* @g to i8*)\nret void\n}\n"

START_TEST(test_ir_everywhere__a_type_becomes_a_member)
{
  expect_ir("@g = global [2 x i64] undef\n" USE("[ 2 x i64 ]"),
            "type-everywhere", "@g = global i64 undef\n" USE("i64"), NULL);
}
END_TEST

START_TEST(test_ir_everywhere__a_member_goes)
{
  expect_ir("@g = global { i8, i32, i8 } undef\n" USE("{ i8, i32, i8 }"),
            "type-everywhere", "@g = global i8 undef\n" USE("i8"),
            "@g = global i32 undef\n" USE("i32"),
            "@g = global { i32, i8 } undef\n" USE("{ i32, i8 }"),
            "@g = global { i8, i8 } undef\n" USE("{ i8, i8 }"),
            "@g = global { i8, i32 } undef\n" USE("{ i8, i32 }"), NULL);
}
END_TEST

START_TEST(test_ir_everywhere__types_in_types)
{
  expect_ir("@g = global <{ [1 x i8] }> undef\n", "type-everywhere",
            "@g = global [1 x i8] undef\n", "@g = global <{ i8 }> undef\n",
            NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS(
      "ir_everywhere", test_ir_everywhere__a_type_becomes_a_member,
      test_ir_everywhere__a_member_goes, test_ir_everywhere__types_in_types);
}
