/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* When foresight is asked, when it is believed, and when no more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forecast.h"
#include "run_tests.h"

/* Texts are numbers; foresight rejects those that are no multiple of ten. */
struct trial {
  rd_stats stats;
  rd_forecast *forecast;
  unsigned next;   /* the next text */
  unsigned checks; /* really made */
  bool breaks;
};

static bool is_rejected(unsigned number)
{
  return number % 10 != 0;
}

static rd_status check(rd_opinion *out, void *payload, const char *text,
                       size_t size, rd_error *err)
{
  struct trial *trial = payload;
  ck_assert_uint_eq(strlen(text), size);
  trial->checks++;
  if (trial->breaks)
    return rd_fail(err, RD_ERR_IO, "broken");
  unsigned number = (unsigned)atoi(text);
  *out = (rd_opinion){ .invalid = is_rejected(number), .errors = number % 10 };
  return RD_OK;
}

static void begin(struct trial *trial)
{
  rd_foresight foresight = { .check = check, .payload = trial };
  *trial = (struct trial){ .next = 1 };
  trial->forecast = rd_forecast_new(&foresight, NULL, &trial->stats);
}

static rd_question question_of(const char *text, size_t size)
{
  return (
      rd_question){ .text = text, .size = size, .key = rd_key_of(text, size) };
}

static rd_prospect ask_number(struct trial *trial, unsigned number)
{
  char text[16];
  rd_prospect prospect;
  int size = snprintf(text, sizeof text, "%u", number);
  rd_question question = question_of(text, (size_t)size);
  ck_assert_int_eq(rd_forecast_ask(&prospect, trial->forecast, &question, NULL),
                   RD_OK);
  return prospect;
}

/* One text and its verdict: the one given where foresight rejects, else
 * uninteresting. Returns what was to be done with it. */
static rd_prospect step(struct trial *trial, rd_verdict rejected)
{
  unsigned number = trial->next++;
  rd_prospect prospect = ask_number(trial, number);
  rd_verdict verdict = is_rejected(number) ? rejected : RD_UNINTERESTING;
  if (prospect == RD_FORESEEN)
    verdict = RD_INVALID;
  rd_forecast_learn(trial->forecast, prospect, verdict);
  return prospect;
}

/* Steps until foresight is believed; false: that takes more than so many. */
static bool win_trust(struct trial *trial, unsigned most)
{
  for (unsigned i = 0; i < most; i++)
    if (step(trial, RD_INVALID) == RD_FORESEEN)
      return true;
  return false;
}

START_TEST(test_forecast__is_on_probation_first)
{
  struct trial trial;
  begin(&trial);
  ck_assert(win_trust(&trial, 100));
  ck_assert_uint_gt(trial.stats.checks, 12);
  ck_assert_uint_eq(trial.stats.foreseen, 1);
  ck_assert_uint_eq(trial.stats.misjudged, 0);
  rd_forecast_free(trial.forecast);
}
END_TEST

START_TEST(test_forecast__tests_a_sample_that_shrinks)
{
  struct trial trial;
  unsigned early = 0, late = 0;
  begin(&trial);
  ck_assert(win_trust(&trial, 100));
  for (unsigned i = 0; i < 200; i++)
    early += step(&trial, RD_INVALID) == RD_REJECTED;
  for (unsigned i = 0; i < 200; i++)
    late += step(&trial, RD_INVALID) == RD_REJECTED;
  ck_assert_uint_gt(early, late);
  ck_assert_uint_gt(late, 0);
  rd_forecast_free(trial.forecast);
}
END_TEST

START_TEST(test_forecast__is_not_asked_where_nothing_is_invalid)
{
  struct trial trial;
  begin(&trial);
  for (unsigned i = 0; i < 500; i++)
    ck_assert_int_eq(step(&trial, RD_UNINTERESTING), RD_UNCHECKED);
  ck_assert_uint_eq(trial.checks, 0);
  ck_assert(win_trust(&trial, 200));
  rd_forecast_free(trial.forecast);
}
END_TEST

/* Steps until a rejected text is tested, which turns out to be interesting. */
static void lose_one(struct trial *trial)
{
  uint64_t misjudged = trial->stats.misjudged;
  for (unsigned i = 0; i < 200 && trial->stats.misjudged == misjudged; i++)
    (void)step(trial, RD_INTERESTING);
  ck_assert_uint_eq(trial->stats.misjudged, misjudged + 1);
}

START_TEST(test_forecast__the_second_interesting_text_is_its_end)
{
  struct trial trial;
  begin(&trial);
  ck_assert(win_trust(&trial, 100));
  lose_one(&trial);
  ck_assert_int_eq(step(&trial, RD_INVALID), RD_REJECTED);
  ck_assert(win_trust(&trial, 100));
  lose_one(&trial);
  unsigned checks = trial.checks;
  ck_assert(!win_trust(&trial, 500));
  ck_assert_uint_eq(trial.checks, checks);
  rd_forecast_free(trial.forecast);
}
END_TEST

/* Every third rejected text fails otherwise. */
START_TEST(test_forecast__many_that_fail_otherwise_are_its_end)
{
  struct trial trial;
  begin(&trial);
  for (unsigned i = 0; i < 100; i++)
    ck_assert_int_ne(step(&trial, i % 3 ? RD_INVALID : RD_UNINTERESTING),
                     RD_FORESEEN);
  ck_assert_int_eq(step(&trial, RD_INVALID), RD_UNCHECKED);
  ck_assert_uint_gt(trial.stats.misjudged, 10);
  rd_forecast_free(trial.forecast);
}
END_TEST

START_TEST(test_forecast__looking_ahead_counts_nothing)
{
  struct trial trial;
  begin(&trial);
  rd_question question = question_of("77", 2);
  ck_assert(!rd_forecast_expects(trial.forecast, &question));
  ck_assert(win_trust(&trial, 60));
  rd_stats before = trial.stats;
  unsigned checks = trial.checks;
  ck_assert(rd_forecast_expects(trial.forecast, &question));
  ck_assert_mem_eq(&before, &trial.stats, sizeof before);
  ck_assert_int_eq(ask_number(&trial, 77), RD_FORESEEN);
  ck_assert_uint_eq(trial.checks, checks + 1);
  ck_assert_uint_eq(trial.stats.checks, before.checks + 1);
  rd_forecast_free(trial.forecast);
}
END_TEST

START_TEST(test_forecast__a_check_that_cannot_be_made_is_told)
{
  struct trial trial;
  rd_prospect prospect;
  rd_error err = { 0 };
  begin(&trial);
  ck_assert(win_trust(&trial, 100));
  trial.breaks = true;
  rd_question question = question_of("x", 1);
  ck_assert(!rd_forecast_expects(trial.forecast, &question));
  ck_assert_int_eq(rd_forecast_ask(&prospect, trial.forecast, &question, &err),
                   RD_ERR_IO);
  ck_assert_str_eq(err.message, "broken");
  rd_forecast_free(trial.forecast);
}
END_TEST

static rd_prospect ask_checked(struct trial *trial, const char *text)
{
  rd_prospect prospect;
  rd_question question = question_of(text, strlen(text));
  question.is_checked = true;
  ck_assert_int_eq(rd_forecast_ask(&prospect, trial->forecast, &question, NULL),
                   RD_OK);
  ck_assert_int_eq(rd_forecast_expects(trial->forecast, &question),
                   prospect == RD_FORESEEN);
  return prospect;
}

/* On probation, and where foresight would not be asked. */
START_TEST(test_forecast__a_guess_is_always_compared_with_its_base)
{
  struct trial trial;
  begin(&trial);
  ck_assert_int_eq(ask_checked(&trial, "10"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "11"), RD_FORESEEN);
  rd_question base = question_of("22", 2);
  ck_assert_int_eq(rd_forecast_base(trial.forecast, &base, NULL), RD_OK);
  ck_assert_int_eq(ask_checked(&trial, "11"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "12"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "13"), RD_FORESEEN);
  ck_assert_uint_eq(trial.checks, 5);
  rd_forecast_free(trial.forecast);
}
END_TEST

int main(void)
{
  return RUN_TESTS("forecast", test_forecast__is_on_probation_first,
                   test_forecast__tests_a_sample_that_shrinks,
                   test_forecast__is_not_asked_where_nothing_is_invalid,
                   test_forecast__the_second_interesting_text_is_its_end,
                   test_forecast__many_that_fail_otherwise_are_its_end,
                   test_forecast__looking_ahead_counts_nothing,
                   test_forecast__a_guess_is_always_compared_with_its_base,
                   test_forecast__a_check_that_cannot_be_made_is_told);
}
