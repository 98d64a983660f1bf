/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ddmin: the order of its questions, its phases, and what it ends with. */
#include "asker.h"
#include "run_tests.h"

static uint32_t minimize(struct asked *asked, size_t count,
                         const rd_ddmin_options *options)
{
  uint32_t *units = all_units(count);
  rd_asker asker = { .first = answer, .payload = asked };
  ck_assert_int_eq(rd_ddmin(units, &count, &asker, options), RD_OK);
  uint32_t mask = mask_of(units, count);
  free(units);
  return mask;
}

static void expect_log(const struct asked *asked, const uint32_t *log,
                       size_t count)
{
  ck_assert_uint_eq(asked->questions, count);
  for (size_t i = 0; i < count; i++)
    ck_assert_uint_eq(asked->log[i], log[i]);
}

START_TEST(test_ddmin__asks_as_the_figure_says)
{
  const uint32_t needed = 0x81; /* units 0 and 7 of 8 */
  const uint32_t log[] = {
    0x0f, 0xf0,                         /* n = 2 */
    0x03, 0x0c, 0x30, 0xc0, 0xfc, 0xf3, /* n = 4, complement of the second */
    0x03, 0x30, 0xc0, 0xf0, 0xc3,       /* n = 3, complement of the second */
    0x03, 0xc0,                         /* n = 2 */
    0x01, 0x02, 0x40, 0x80, 0xc2, 0xc1, /* n = 4, complement of the second */
    0x01, 0x40, 0x80, 0xc0, 0x81,       /* n = 3, complement of the second */
    0x01, 0x80,                         /* n = 2 = |c| */
  };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(minimize(&asked, 8, &(rd_ddmin_options){ 0 }), needed);
  expect_log(&asked, log, sizeof log / sizeof *log);
}
END_TEST

START_TEST(test_ddmin__goes_backward)
{
  const uint32_t needed = 0x1;
  const uint32_t log[] = { 0xc, 0x3, 0x2, 0x1 };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  rd_ddmin_options options = { .backward = true };
  ck_assert_uint_eq(minimize(&asked, 4, &options), needed);
  expect_log(&asked, log, 4);
}
END_TEST

START_TEST(test_ddmin__complements_alone_cut_again)
{
  const uint32_t needed = 0x9;
  const uint32_t log[] = {
    0xc, 0x3, /* n = 2 */
    0xe, 0xd, /* n = 4 */
    0xc, 0x9, /* n = 3 */
    0x8, 0x1, /* n = 2 = |c| */
  };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  rd_ddmin_options options = { .no_subsets = true };
  ck_assert_uint_eq(minimize(&asked, 4, &options), needed);
  expect_log(&asked, log, 8);
}
END_TEST

START_TEST(test_ddmin__subsets_alone_miss_what_needs_two_parts)
{
  const uint32_t needed = 0x9;
  struct asked asked = { .holds = holds_all, .payload = &needed };
  rd_ddmin_options options = { .no_complements = true };
  ck_assert_uint_eq(minimize(&asked, 4, &options), 0xf);
}
END_TEST

START_TEST(test_ddmin__one_unit_is_not_asked_for_as_printed)
{
  const uint32_t needed = 0;
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(minimize(&asked, 1, &(rd_ddmin_options){ 0 }), 1);
  ck_assert_uint_eq(asked.questions, 0);
}
END_TEST

START_TEST(test_ddmin__empty_comes_last_on_levels)
{
  const uint32_t needed = 0;
  const uint32_t log[] = { 0x3, 0x1, 0x0 };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  rd_ddmin_options options = { .empty_last = true };
  ck_assert_uint_eq(minimize(&asked, 4, &options), 0);
  expect_log(&asked, log, 3);
}
END_TEST

static rd_status break_down(size_t *index_out, void *payload,
                            const rd_query *queries, size_t count)
{
  (void)index_out, (void)payload, (void)queries, (void)count;
  return RD_ERR_IO;
}

START_TEST(test_ddmin__passes_an_error_on)
{
  uint32_t units[4] = { 0, 1, 2, 3 };
  size_t count = 4;
  rd_asker asker = { .first = break_down };
  ck_assert_int_eq(rd_ddmin(units, &count, &asker, &(rd_ddmin_options){ 0 }),
                   RD_ERR_IO);
  ck_assert_uint_eq(count, 4);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("ddmin");
  TCase *tcase = tcase_create("ddmin");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_ddmin__asks_as_the_figure_says);
  tcase_add_test(tcase, test_ddmin__goes_backward);
  tcase_add_test(tcase, test_ddmin__complements_alone_cut_again);
  tcase_add_test(tcase, test_ddmin__subsets_alone_miss_what_needs_two_parts);
  tcase_add_test(tcase, test_ddmin__one_unit_is_not_asked_for_as_printed);
  tcase_add_test(tcase, test_ddmin__empty_comes_last_on_levels);
  tcase_add_test(tcase, test_ddmin__passes_an_error_on);
  return run_suite(suite);
}
