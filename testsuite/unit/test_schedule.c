/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of algorithms and passes. */
#include <check.h>
#include <string.h>

#include "schedule.h"
#include "run_tests.h"

static const char *const promised[] = {
  "ddmin-char", "ddmin-line",  "hdd",          "hdd+",        "hdd*",
  "hddr",       "coarse-hdd*", "hoist",        "hoist*",      "hoist*+hdd*",
  "hddh",       "hddh*",       "hoist*+hddh*", "perses",      "pardis",
  "default",    "probdd-line", "cdd-line",     "hdd*-probdd", "hdd*-cdd",
  "gtr",        "gtr*",        "perses-2018",
};

START_TEST(test_schedule__every_promised_algorithm_is_there)
{
  const rd_schedule *schedule = rd_schedule_find(promised[_i]);
  ck_assert_ptr_nonnull(schedule);
  ck_assert_str_eq(schedule->row.name, promised[_i]);
  ck_assert_uint_gt(strlen(schedule->row.description), 0);
  ck_assert_uint_gt(strlen(schedule->row.source), 0);
  ck_assert_uint_gt(rd_schedule_size(schedule), 0);
}
END_TEST

START_TEST(test_schedule__what_a_shell_expands_has_an_alias)
{
  const rd_row *row;
  for (size_t i = 0; (row = rd_algorithm(i)); i++) {
    bool needs = strpbrk(row->name, "*+?[") != NULL;
    ck_assert_int_eq(needs, row->alias != NULL);
    if (needs) {
      ck_assert_ptr_null(strpbrk(row->alias, "*?["));
      ck_assert_ptr_eq(rd_schedule_find(row->alias),
                       rd_schedule_find(row->name));
    }
  }
}
END_TEST

START_TEST(test_schedule__names_are_distinct)
{
  for (size_t i = 0; rd_algorithm(i); i++)
    ck_assert_ptr_eq(&rd_schedule_find(rd_algorithm(i)->name)->row,
                     rd_algorithm(i));
  for (size_t i = 0; rd_pass_row(i); i++)
    for (size_t j = 0; j < i; j++)
      ck_assert_str_ne(rd_pass_row(i)->name, rd_pass_row(j)->name);
}
END_TEST

START_TEST(test_schedule__pure_rows_use_pure_passes_alone)
{
  const rd_schedule *schedule;
  for (size_t i = 0; (schedule = rd_schedule_at(i)); i++)
    for (size_t j = 0; j < rd_schedule_size(schedule); j++)
      for (size_t k = 0; k < rd_step_size(&schedule->steps[j]); k++)
        if (schedule->flags & RD_PURE &&
            schedule->steps[j].passes[k] != RD_PASS_ELEMENTS)
          ck_assert_uint_le(schedule->steps[j].passes[k], RD_PASS_DESCEND);
}
END_TEST

START_TEST(test_schedule__tables_end)
{
  size_t algorithms = 0, passes = 0;
  while (rd_algorithm(algorithms))
    algorithms++;
  while (rd_pass_row(passes))
    passes++;
  ck_assert_uint_eq(algorithms, sizeof promised / sizeof *promised);
  ck_assert_uint_eq(passes, RD_PASS_COUNT - 1);
  ck_assert_ptr_null(rd_schedule_find("hdd**"));
  ck_assert_ptr_null(rd_schedule_find(""));
}
END_TEST

START_TEST(test_schedule__nearest_name_is_near)
{
  const char *const names[] = { "hoist", "prune", "unused" };
  ck_assert_str_eq(rd_nearest_name("hosit", names, 3), "hoist");
  ck_assert_str_eq(rd_nearest_name("prun", names, 3), "prune");
  ck_assert_str_eq(rd_nearest_name("prune", names, 3), "prune");
  ck_assert_str_eq(rd_nearest_name("ho", names, 3), "hoist");
  ck_assert_ptr_null(rd_nearest_name("h", names, 3));
  ck_assert_ptr_null(rd_nearest_name("", names, 3));
  ck_assert_ptr_null(rd_nearest_name("quantum", names, 3));
  ck_assert_ptr_null(rd_nearest_name("prune", names, 0));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("schedule");
  TCase *tcase = tcase_create("schedule");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, test_schedule__every_promised_algorithm_is_there,
                      0, (int)(sizeof promised / sizeof *promised));
  tcase_add_test(tcase, test_schedule__what_a_shell_expands_has_an_alias);
  tcase_add_test(tcase, test_schedule__names_are_distinct);
  tcase_add_test(tcase, test_schedule__pure_rows_use_pure_passes_alone);
  tcase_add_test(tcase, test_schedule__tables_end);
  tcase_add_test(tcase, test_schedule__nearest_name_is_near);
  return run_suite(suite);
}
