/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of branches in LLVM IR. */
#include "grammars_fixture.h"
#include "rewritten.h"

#define HEAD "define i1 @f(i1 %c) { e: "

START_TEST(test_ir_blocks__a_cut_takes_what_only_it_leads_to)
{
  expect_ir(HEAD "br i1 %c, label %a, label %b a: br label %d b: ret i1 0 d: "
                 "%x = add i1 %c, %c ret i1 %x }",
            "branch-to-unreachable", HEAD "unreachable }",
            HEAD "br i1 %c, label %a, label %b a: unreachable b: ret i1 0 }",
            NULL);
}
END_TEST

START_TEST(test_ir_blocks__one_target_is_kept)
{
#define TEXT                                                                   \
  HEAD "br i1 %c, label %a, label %b a: ret i1 %c b: %p = phi i1 [ 0, %e ] "   \
       "ret i1 %p }"
  expect_ir(TEXT, "branch-to-first", HEAD "br label %a a: ret i1 %c }", NULL);
  expect_ir(TEXT, "branch-to-last",
            HEAD "br label %b b: %p = phi i1 [ 0, %e ] ret i1 %p }", NULL);
#undef TEXT
}
END_TEST

START_TEST(test_ir_blocks__a_phi_loses_what_does_not_come)
{
  expect_ir(HEAD "br i1 %c, label %a, label %b a: br label %b b: %p = phi i1 "
                 "[ 0, %a ], [ 1, %e ] ret i1 %p }",
            "branch-to-last",
            HEAD "br label %b b: %p = phi i1 [ 1, %e ] ret i1 %p }", NULL);
}
END_TEST

START_TEST(test_ir_blocks__the_entry_branches_past_others)
{
  expect_ir(HEAD "br label %a a: %x = add i1 %c, %c br label %b b: %y = add "
                 "i1 %c, %c br label %d d: %p = phi i1 [ %y, %b ] ret i1 %x }",
            "branch-past",
            HEAD "br label %d d: %p = phi i1 [ undef, %e ] ret i1 undef }",
            NULL);
}
END_TEST

START_TEST(test_ir_blocks__a_block_joins_the_only_one_before)
{
  expect_ir(HEAD "br label %a a: br label %b b: ret i1 %c }", "blocks-joined",
            HEAD "br label %b b: ret i1 %c }",
            HEAD "br label %a a: ret i1 %c }", NULL);
  expect_ir(HEAD "br i1 %c, label %a, label %b a: br label %b b: ret i1 %c }",
            "blocks-joined", NULL);
}
END_TEST

START_TEST(test_ir_blocks__a_block_that_only_branches_is_passed)
{
  expect_ir(HEAD "br i1 %c, label %a, label %b a: br label %b "
                 "b: br label %d d: br label %d }",
            "block-passed",
            HEAD "br i1 %c, label %b, label %b b: br label %d d: br label %d }",
            HEAD "br i1 %c, label %a, label %d a: br label %d d: br label %d }",
            NULL);
  expect_ir(HEAD "br i1 %c, label %a, label %b a: br label %b "
                 "b: %d = phi i1 [ 0, %a ] ret i1 %d }",
            "block-passed", NULL);
}
END_TEST

START_TEST(test_ir_blocks__numbers_become_names)
{
  expect_ir("define i1 @f(i1 %0) { %2 = add i1 %0, %0 ret i1 %2 }",
            "name-values",
            "define i1 @f(i1 %a) { %b = add i1 %a, %a ret i1 %b }", NULL);
}
END_TEST

START_TEST(test_ir_blocks__an_entry_that_is_used_gets_a_label)
{
  expect_ir("define i1 @f() { br label %1 1: "
            "%2 = phi i1 [ 0, %0 ] ret i1 %2 }",
            "name-values",
            "define i1 @f() { a: br label %b b: "
            "%c = phi i1 [ 0, %a ] ret i1 %c }",
            NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS("ir_blocks",
                           test_ir_blocks__a_cut_takes_what_only_it_leads_to,
                           test_ir_blocks__one_target_is_kept,
                           test_ir_blocks__a_phi_loses_what_does_not_come,
                           test_ir_blocks__the_entry_branches_past_others,
                           test_ir_blocks__a_block_joins_the_only_one_before,
                           test_ir_blocks__a_block_that_only_branches_is_passed,
                           test_ir_blocks__numbers_become_names,
                           test_ir_blocks__an_entry_that_is_used_gets_a_label);
}
