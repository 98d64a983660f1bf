/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Metadata of LLVM IR. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define RULE "metadata-dropped"

START_TEST(test_ir_metadata__all_goes_or_what_is_for_debuggers)
{
  expect_ir("define void @f() !dbg !1 {\n"
            "call void @llvm.dbg.value(metadata i32 0, metadata !2), !dbg !2\n"
            "store i8 0, ptr null, !dbg !2, !tbaa !3\nret void, !dbg !2\n}\n"
            "!1 = distinct !DISubprogram()\n",
            RULE, "define void @f() {\nstore i8 0, ptr null\nret void\n}\n",
            "define void @f() {\nstore i8 0, ptr null, !tbaa !3\nret void\n}\n"
            "!1 = distinct !DISubprogram()\n",
            NULL);
}
END_TEST

START_TEST(test_ir_metadata__what_an_operand_names_stays)
{
  expect_ir("define i64 @f() {\n"
            "%a = call i64 @llvm.read_register.i64(metadata !0), !dbg !1\n"
            "ret i64 %a\n}\n!0 = !{!\"rsp\"}\n",
            RULE,
            "define i64 @f() {\n"
            "%a = call i64 @llvm.read_register.i64(metadata !0)\n"
            "ret i64 %a\n}\n!0 = !{!\"rsp\"}\n",
            NULL);
}
END_TEST

START_TEST(test_ir_metadata__nothing_where_there_is_none)
{
  expect_ir("define void @f() {\nret void\n}\n", RULE, NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("ir_metadata",
                           test_ir_metadata__all_goes_or_what_is_for_debuggers,
                           test_ir_metadata__what_an_operand_names_stays,
                           test_ir_metadata__nothing_where_there_is_none);
}
