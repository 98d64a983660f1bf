/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ProbDD. */
#include "asker.h"
#include "run_tests.h"

static uint32_t minimize(struct asked *asked, size_t count, bool backward)
{
  uint32_t *units = all_units(count);
  rd_asker asker = { .first = answer, .payload = asked };
  ck_assert_int_eq(rd_probdd(units, &count, &asker, backward), RD_OK);
  for (size_t i = 1; i < count; i++)
    ck_assert_uint_lt(units[i - 1], units[i]);
  uint32_t mask = mask_of(units, count);
  free(units);
  return mask;
}

START_TEST(test_probdd__keeps_exactly_what_a_monotone_property_needs)
{
  for (uint32_t needed = 0; needed < 512; needed++) {
    struct asked asked = { .holds = holds_all, .payload = &needed };
    ck_assert_uint_eq(minimize(&asked, 9, _i), needed);
  }
}
END_TEST

START_TEST(test_probdd__of_nothing_asks_nothing)
{
  struct asked asked = { .holds = holds_all };
  ck_assert_uint_eq(minimize(&asked, 0, _i), 0);
  ck_assert_uint_eq(asked.questions, 0);
}
END_TEST

START_TEST(test_probdd__ends_with_something_interesting)
{
  static bool table[512];
  srand(7);
  for (int round = 0; round < 200; round++) {
    for (size_t mask = 0; mask < 512; mask++)
      table[mask] = rand() % 3 == 0;
    table[511] = true;
    struct asked asked = { .holds = holds_in_table, .payload = table };
    ck_assert(table[minimize(&asked, 9, _i)]);
  }
}
END_TEST

static rd_status fail_asking(size_t *index_out, void *payload,
                             const rd_query *queries, size_t count)
{
  (void)payload;
  (void)queries;
  *index_out = count;
  return RD_ERR_STOPPED;
}

START_TEST(test_probdd__passes_failures_on)
{
  uint32_t *units = all_units(9);
  size_t count = 9;
  rd_asker asker = { .first = fail_asking };
  ck_assert_int_eq(rd_probdd(units, &count, &asker, false), RD_ERR_STOPPED);
  ck_assert_uint_eq(count, 9);
  ck_assert_uint_eq(units[8], 8);
  free(units);
}
END_TEST

/* At first all are equally likely, so the best size is that of 0.1: 9. Those
 * that were refused come last. */
START_TEST(test_probdd__asks_for_what_gains_most)
{
  const uint32_t needed = 0x1;
  const uint32_t log[] = { 0xffe00, 0xc01ff };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(minimize(&asked, 20, false), needed);
  ck_assert_uint_eq(asked.log[0], log[0]);
  ck_assert_uint_eq(asked.log[1], log[1]);
  ck_assert_uint_lt(asked.questions, 12);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("probdd");
  TCase *tcase = tcase_create("probdd");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(
      tcase, test_probdd__keeps_exactly_what_a_monotone_property_needs, 0, 2);
  tcase_add_loop_test(tcase, test_probdd__of_nothing_asks_nothing, 0, 2);
  tcase_add_loop_test(tcase, test_probdd__ends_with_something_interesting, 0,
                      2);
  tcase_add_test(tcase, test_probdd__passes_failures_on);
  tcase_add_test(tcase, test_probdd__asks_for_what_gains_most);
  return run_suite(suite);
}
