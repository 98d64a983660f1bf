/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sweep and one-by-one. */
#include "asker.h"
#include "run_tests.h"

static uint32_t sweep(struct asked *asked, size_t count,
                      const uint64_t *weights, bool backward)
{
  uint32_t *units = all_units(count);
  rd_asker asker = { .first = answer, .payload = asked };
  ck_assert_int_eq(rd_sweep(units, &count, weights, &asker, backward), RD_OK);
  uint32_t mask = mask_of(units, count);
  free(units);
  return mask;
}

START_TEST(test_sweep__all_go_in_one_question)
{
  const uint32_t needed = 0;
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(sweep(&asked, 20, NULL, true), 0);
  ck_assert_uint_eq(asked.questions, 1);
}
END_TEST

START_TEST(test_sweep__one_of_many_costs_a_logarithm)
{
  const uint32_t needed = UINT32_C(1) << _i;
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(sweep(&asked, 32, NULL, false), needed);
  ck_assert_uint_le(asked.questions, 11); /* 1 + 2 * log2(32) */
}
END_TEST

START_TEST(test_sweep__second_half_is_inferred)
{
  const uint32_t needed = 0x8;
  const uint32_t log[] = { 0x0, 0xc, 0x8 }; /* all, first half, third unit */
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(sweep(&asked, 4, NULL, false), needed);
  ck_assert_uint_eq(asked.questions, 3);
  for (size_t i = 0; i < 3; i++)
    ck_assert_uint_eq(asked.log[i], log[i]);
}
END_TEST

START_TEST(test_sweep__keeps_exactly_what_a_monotone_property_needs)
{
  for (uint32_t needed = 0; needed < 128; needed++) {
    struct asked asked = { .holds = holds_all, .payload = &needed };
    ck_assert_uint_eq(sweep(&asked, 7, NULL, _i), needed);
    ck_assert_uint_le(asked.questions, 13); /* the nodes of a binary tree */
  }
}
END_TEST

START_TEST(test_sweep__halves_by_weight)
{
  const uint64_t weights[] = { 1, 1, 1, 9 };
  const uint32_t needed = 0x8;
  const uint32_t log[] = { 0x0, 0x8 }; /* the heavy unit is a half */
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(sweep(&asked, 4, weights, false), needed);
  ck_assert_uint_eq(asked.questions, 2);
  ck_assert_uint_eq(asked.log[1], log[1]);
}
END_TEST

/* Leaps of at most so many sets, over what foresight lets through. */
struct leaper {
  struct asked asked; /* comes first: the payload of `answer` */
  uint32_t foreseen;  /* units that it knows to be needed */
  size_t most, sets;
  uint32_t all, parts;
};

static rd_status add(rd_likely *out, void *payload, const rd_query *query)
{
  struct leaper *leaper = payload;
  leaper->all = mask_of(query->units, query->count);
  uint32_t part = leaper->all & ~mask_of_query(query);
  *out = leaper->sets == leaper->most ? RD_UNSURE
         : part & leaper->foreseen    ? RD_UNLIKELY
                                      : RD_LIKELY;
  if (*out == RD_LIKELY) {
    leaper->parts |= part;
    leaper->sets++;
  }
  return RD_OK;
}

static rd_status take(bool *taken_out, void *payload)
{
  struct leaper *leaper = payload;
  uint32_t mask = leaper->all & ~leaper->parts;
  *taken_out =
      leaper->sets > 0 && leaper->asked.holds(leaper->asked.payload, mask);
  leaper->asked.questions += leaper->sets > 0;
  leaper->sets = leaper->parts = 0;
  return RD_OK;
}

/* Leaps, right or wrong, lead to the same. */
START_TEST(test_sweep__leaps)
{
  for (uint32_t needed = 0; needed < 128; needed++)
    for (uint32_t foreseen = needed; foreseen; foreseen &= foreseen - 1) {
      struct leaper leaper = {
        .asked = { .holds = holds_all, .payload = &needed },
        .foreseen = foreseen,
        .most = (size_t)_i,
      };
      rd_asker asker = {
        .first = answer, .add = add, .take = take, .payload = &leaper
      };
      uint32_t *units = all_units(7);
      size_t count = 7;
      ck_assert_int_eq(rd_sweep(units, &count, NULL, &asker, true), RD_OK);
      ck_assert_uint_eq(mask_of(units, count), needed);
      if (foreseen == needed && _i > 3) /* one of all, one of the half, ... */
        ck_assert_uint_le(leaper.asked.questions, 13);
      free(units);
    }
}
END_TEST

START_TEST(test_sweep__bears_a_very_heavy_first_unit)
{
  const uint64_t weights[] = { 99, 1, 1 };
  const uint32_t needed = 0x7;
  struct asked asked = { .holds = holds_all, .payload = &needed };
  ck_assert_uint_eq(sweep(&asked, 3, weights, true), 0x7);
  ck_assert_uint_eq(asked.questions, 5);
}
END_TEST

START_TEST(test_onebyone__tries_each_once)
{
  const uint32_t needed = 0x5;
  const uint32_t log[] = { 0x7, 0x3, 0x5, 0x4 };
  struct asked asked = { .holds = holds_all, .payload = &needed };
  rd_asker asker = { .first = answer, .payload = &asked };
  uint32_t *units = all_units(4);
  size_t count = 4;
  ck_assert_int_eq(rd_onebyone(units, &count, &asker, true), RD_OK);
  ck_assert_uint_eq(mask_of(units, count), needed);
  ck_assert_uint_eq(asked.questions, 4);
  for (size_t i = 0; i < 4; i++)
    ck_assert_uint_eq(asked.log[i], log[i]);
  free(units);
}
END_TEST

START_TEST(test_onebyone__of_nothing_asks_nothing)
{
  struct asked asked = { .holds = holds_all };
  rd_asker asker = { .first = answer, .payload = &asked };
  size_t count = 0;
  ck_assert_int_eq(rd_onebyone(NULL, &count, &asker, false), RD_OK);
  ck_assert_int_eq(rd_sweep(NULL, &count, NULL, &asker, false), RD_OK);
  ck_assert_uint_eq(asked.questions, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("sweep");
  TCase *tcase = tcase_create("sweep");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_sweep__all_go_in_one_question);
  tcase_add_loop_test(tcase, test_sweep__one_of_many_costs_a_logarithm, 0, 32);
  tcase_add_test(tcase, test_sweep__second_half_is_inferred);
  tcase_add_loop_test(
      tcase, test_sweep__keeps_exactly_what_a_monotone_property_needs, 0, 2);
  tcase_add_test(tcase, test_sweep__halves_by_weight);
  tcase_add_loop_test(tcase, test_sweep__leaps, 1, 8);
  tcase_add_test(tcase, test_sweep__bears_a_very_heavy_first_unit);
  tcase_add_test(tcase, test_onebyone__tries_each_once);
  tcase_add_test(tcase, test_onebyone__of_nothing_asks_nothing);
  return run_suite(suite);
}
