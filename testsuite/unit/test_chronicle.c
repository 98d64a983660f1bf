/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events become the history of a report. */
#include "clang-hdd/chronicle.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

static const rd_stats stats = { .tests = 7 };

static void tell_test(report *to, const char *pass, rd_verdict verdict)
{
  rd_event event = {
    .kind = RD_EVENT_TEST, .pass = pass, .verdict = verdict, .stats = &stats
  };
  chronicle_note(to, &event, 1);
}

static void tell_step(report *to, const char *text, size_t size)
{
  rd_event event = { .kind = RD_EVENT_ACCEPT,
                     .pass = "prune",
                     .round = 2,
                     .text = text,
                     .text_size = size,
                     .measure = { 3, size },
                     .stats = &stats };
  chronicle_note(to, &event, 40);
}

START_TEST(test_chronicle__tests_are_counted_by_pass_and_verdict)
{
  report to = { 0 };
  tell_test(&to, "prune", RD_INVALID);
  tell_test(&to, "hoist", RD_INTERESTING);
  tell_test(&to, "prune", RD_INVALID);
  ck_assert_uint_eq(to.pass_count, 2);
  ck_assert_str_eq(to.passes[0].name, "prune");
  ck_assert_uint_eq(to.passes[0].verdicts[RD_INVALID], 2);
  ck_assert_uint_eq(to.passes[1].verdicts[RD_INTERESTING], 1);
  ck_assert_uint_eq(to.step_count, 0);
  report_dispose(&to);
}
END_TEST

START_TEST(test_chronicle__a_step_has_its_text)
{
  report to = { 0 };
  tell_step(&to, "a\0b", 3);
  ck_assert_uint_eq(to.step_count, 1);
  ck_assert_uint_eq(to.steps[0].size, 3);
  ck_assert_mem_eq(to.steps[0].text, "a\0b", 3);
  ck_assert_str_eq(to.steps[0].pass, "prune");
  ck_assert(to.steps[0].round == 2 && to.steps[0].ms == 40);
  ck_assert(to.steps[0].tests == 7 && to.steps[0].measure.tokens == 3);
  report_dispose(&to);
}
END_TEST

/* A large input is not kept once a step. */
START_TEST(test_chronicle__memory_is_bounded)
{
  enum { SIZE = 1 << 20, STEPS = 40 };
  char *text = calloc(1, SIZE);
  report to = { 0 };
  for (size_t i = 0; i < STEPS; i++)
    tell_step(&to, text, SIZE - i);
  size_t kept = 0;
  for (size_t i = 0; i < to.step_count; i++)
    kept += to.steps[i].size;
  ck_assert_uint_eq(to.step_count, STEPS);
  ck_assert_uint_le(kept, 16 * SIZE);
  ck_assert_ptr_null(to.steps[0].text);
  ck_assert_ptr_nonnull(to.steps[STEPS - 1].text);
  report_dispose(&to);
  free(text);
}
END_TEST

START_TEST(test_chronicle__steps_are_taken_back)
{
  report to = { 0 };
  tell_step(&to, "abc", 3);
  tell_step(&to, "ab", 2);
  tell_step(&to, "a", 1);
  chronicle_undo(&to, 1);
  ck_assert_uint_eq(to.step_count, 1);
  ck_assert_uint_eq(to.steps[0].size, 3);
  chronicle_undo(&to, 5);
  ck_assert_uint_eq(to.step_count, 1);
  tell_step(&to, "x", 1);
  ck_assert_uint_eq(to.step_count, 2);
  report_dispose(&to);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "chronicle", test_chronicle__tests_are_counted_by_pass_and_verdict,
      test_chronicle__a_step_has_its_text, test_chronicle__memory_is_bounded,
      test_chronicle__steps_are_taken_back);
}
