/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* When foresight is asked, when it is believed, and when no more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "precheck.h"
#include "run_tests.h"

/* Texts are numbers, made from "0"; foresight sees as many errors as the last
 * digit says, and of these as many habits as the digit before. Letters behind
 * the number are kinds of errors, from 'a' on, or names, from 'A' on. */
struct trial {
  rd_stats stats;
  rd_precheck *precheck;
  unsigned next;   /* the next text */
  unsigned checks; /* really made */
  bool breaks;
  const char *base;
  unsigned habits; /* of each text; else none */
  unsigned more;   /* habits that each text has besides */
  bool refuses;    /* the texts */
};

static bool is_rejected(unsigned number)
{
  return number % 10 != 0;
}

static rd_status check(rd_diagnostics *out, void *payload, const char *text,
                       size_t size, rd_error *err)
{
  struct trial *trial = payload;
  ck_assert_uint_eq(strlen(text), size);
  trial->checks++;
  if (trial->breaks)
    return rd_fail(err, RD_ERR_IO, "broken");
  unsigned number = (unsigned)atoi(text);
  *out = (rd_diagnostics){ .errors = number % 10, .habits = number / 10 % 10 };
  out->errors += trial->more;
  out->habits += trial->more;
  for (size_t i = 0; i < size; i++)
    if (text[i] >= 'a')
      out->kinds |= (uint16_t)(1u << (text[i] - 'a'));
    else if (text[i] >= 'A')
      out->names |= 1u << (text[i] - 'A');
  out->is_refused = trial->refuses;
  return RD_OK;
}

static void begin(struct trial *trial)
{
  rd_foresight foresight = { .check = check, .payload = trial };
  *trial = (struct trial){ .next = 1, .base = "0" };
  trial->precheck = rd_precheck_new(&foresight, NULL, &trial->stats);
}

static rd_question question_of(const char *text, size_t size)
{
  return (
      rd_question){ .text = text, .size = size, .key = rd_key_of(text, size) };
}

static rd_prospect ask(struct trial *trial, const rd_question *question)
{
  rd_prospect prospect;
  rd_question base = question_of(trial->base, strlen(trial->base));
  ck_assert_int_eq(
      rd_precheck_ask(&prospect, trial->precheck, question, &base, NULL),
      RD_OK);
  return prospect;
}

/* The verdict is learned where there is a test. */
static rd_prospect ask_of_pass(struct trial *trial, const char *pass,
                               unsigned number, rd_verdict verdict)
{
  char text[16];
  int size = snprintf(text, sizeof text, "%u", number);
  rd_question question = question_of(text, (size_t)size);
  question.pass = pass;
  rd_prospect prospect = ask(trial, &question);
  rd_precheck_learn(trial->precheck, &question, prospect,
                    prospect == RD_FORESEEN ? RD_INVALID : verdict);
  return prospect;
}

/* One text and its verdict: the one given where foresight rejects, else
 * uninteresting. Returns what was to be done with it. */
static rd_prospect step(struct trial *trial, rd_verdict rejected)
{
  unsigned digit = trial->next++ % 10;
  unsigned number = 100 * trial->next + 10 * trial->habits + digit;
  return ask_of_pass(trial, "some", number,
                     is_rejected(digit) ? rejected : RD_UNINTERESTING);
}

/* Steps until foresight is believed; false: that takes more than so many. */
static bool win_trust(struct trial *trial, unsigned most)
{
  for (unsigned i = 0; i < most; i++)
    if (step(trial, RD_INVALID) == RD_FORESEEN)
      return true;
  return false;
}

START_TEST(test_precheck__is_on_probation_first)
{
  struct trial trial;
  begin(&trial);
  ck_assert(win_trust(&trial, 100));
  ck_assert_uint_eq(trial.stats.checks, 5);
  ck_assert_uint_eq(trial.stats.foreseen, 1);
  ck_assert_uint_eq(trial.stats.misjudged, 0);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__habits_are_on_probation_for_longer)
{
  struct trial trial;
  begin(&trial);
  ck_assert(win_trust(&trial, 10));
  trial.habits = 9;
  for (unsigned i = 0; i < 12; i++)
    ck_assert_int_ne(step(&trial, RD_INVALID), RD_FORESEEN);
  ck_assert(win_trust(&trial, 10));
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__a_taste_of_its_own_costs_it_no_other_trust)
{
  struct trial trial;
  begin(&trial);
  trial.habits = 9;
  for (unsigned i = 0; i < 4; i++)
    (void)step(&trial, RD_INTERESTING);
  ck_assert_uint_eq(trial.stats.misjudged, 2);
  ck_assert_int_eq(ask_of_pass(&trial, "some", 99, RD_INVALID), RD_PASSED);
  trial.habits = 0;
  ck_assert(win_trust(&trial, 10));
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__what_the_judge_overrules_is_foreseen_rightly)
{
  struct trial trial;
  begin(&trial);
  for (unsigned i = 0; i < 4; i++)
    ck_assert_int_eq(step(&trial, RD_OVERRULED), RD_REJECTED);
  ck_assert_int_eq(step(&trial, RD_OVERRULED), RD_FORESEEN);
  ck_assert_uint_eq(trial.stats.misjudged, 0);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__errors_of_the_base_are_nobodys)
{
  struct trial trial;
  begin(&trial);
  ck_assert(win_trust(&trial, 10));
  trial.base = "2";
  ck_assert_int_eq(ask_of_pass(&trial, "some", 102, RD_INVALID), RD_PASSED);
  ck_assert_int_eq(ask_of_pass(&trial, "some", 103, RD_INVALID), RD_FORESEEN);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__tests_a_sample_that_shrinks)
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
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__rests_in_passes_where_nothing_is_invalid)
{
  struct trial trial;
  begin(&trial);
  for (unsigned i = 1; i <= 500; i++)
    (void)ask_of_pass(&trial, "sound", 10 * i, RD_UNINTERESTING);
  ck_assert_uint_lt(trial.stats.checks, 50);
  ck_assert_int_eq(ask_of_pass(&trial, "sound", 1, RD_INVALID), RD_UNCHECKED);
  ck_assert_int_eq(ask_of_pass(&trial, "other", 1, RD_INVALID), RD_REJECTED);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__checks_each_text_where_that_is_cheap)
{
  struct trial trial;
  begin(&trial);
  rd_foresight cheap = { .check = check, .payload = &trial, .is_cheap = true };
  rd_precheck_free(trial.precheck);
  trial.precheck = rd_precheck_new(&cheap, NULL, &trial.stats);
  for (unsigned i = 1; i <= 500; i++)
    (void)ask_of_pass(&trial, "sound", 10 * i, RD_UNINTERESTING);
  ck_assert_uint_ge(trial.stats.checks, 500);
  rd_precheck_free(trial.precheck);
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

START_TEST(test_precheck__the_second_interesting_text_is_its_end)
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
  rd_precheck_free(trial.precheck);
}
END_TEST

/* Every third rejected text fails otherwise. */
/* Nobody says that a text is invalid, so only interesting ones are mistakes. */
START_TEST(test_precheck__without_a_judge_any_failure_proves_it_right)
{
  struct trial trial;
  rd_foresight foresight = { .check = check,
                             .payload = &trial,
                             .is_unjudged = true };
  trial = (struct trial){ .next = 1, .base = "0" };
  trial.precheck = rd_precheck_new(&foresight, NULL, &trial.stats);
  for (unsigned lost = 0; lost < 2; lost++) {
    unsigned tests = 0;
    while (step(&trial, RD_UNINTERESTING) != RD_FORESEEN && tests < 100)
      tests++;
    ck_assert_uint_gt(tests, 12);
    ck_assert_uint_lt(tests, 20);
    lose_one(&trial);
  }
  ck_assert_int_eq(step(&trial, RD_UNINTERESTING), RD_UNCHECKED);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__many_that_fail_otherwise_are_its_end)
{
  struct trial trial;
  begin(&trial);
  for (unsigned i = 0; i < 100; i++)
    ck_assert_int_ne(step(&trial, i % 3 ? RD_INVALID : RD_UNINTERESTING),
                     RD_FORESEEN);
  ck_assert_int_eq(step(&trial, RD_INVALID), RD_UNCHECKED);
  ck_assert_uint_gt(trial.stats.misjudged, 10);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__looking_ahead_counts_nothing)
{
  struct trial trial;
  begin(&trial);
  rd_question question = question_of("707", 3);
  ck_assert(!rd_precheck_expects(trial.precheck, &question));
  ck_assert_uint_eq(trial.checks, 1); /* for when the question is asked */
  ck_assert(win_trust(&trial, 60));
  rd_stats before = trial.stats;
  unsigned checks = trial.checks;
  ck_assert(rd_precheck_expects(trial.precheck, &question));
  ck_assert_mem_eq(&before, &trial.stats, sizeof before);
  ck_assert_int_eq(ask(&trial, &question), RD_FORESEEN);
  ck_assert_uint_eq(trial.checks, checks);
  ck_assert_uint_eq(trial.stats.checks, before.checks + 1);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__a_check_that_cannot_be_made_is_told)
{
  struct trial trial;
  rd_prospect prospect;
  rd_error err = { 0 };
  begin(&trial);
  ck_assert(win_trust(&trial, 100));
  trial.breaks = true;
  rd_question question = question_of("x", 1);
  ck_assert(!rd_precheck_expects(trial.precheck, &question));
  ck_assert_int_eq(
      rd_precheck_ask(&prospect, trial.precheck, &question, &question, &err),
      RD_ERR_IO);
  ck_assert_str_eq(err.message, "broken");
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__many_habits_hide_no_firm_error)
{
  struct trial trial;
  begin(&trial);
  trial.more = 1000;
  ck_assert_int_eq(ask_of_pass(&trial, "some", 100, RD_INVALID), RD_PASSED);
  ck_assert_int_eq(ask_of_pass(&trial, "some", 101, RD_INVALID), RD_REJECTED);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__a_refusal_needs_no_trust)
{
  struct trial trial;
  begin(&trial);
  trial.refuses = true;
  for (unsigned i = 1; i < 20; i++)
    ck_assert_int_eq(ask_of_pass(&trial, "some", 10 * i, RD_UNINTERESTING),
                     RD_FORESEEN);
  trial.refuses = false;
  ck_assert_int_eq(ask_of_pass(&trial, "some", 201, RD_INVALID), RD_REJECTED);
  rd_precheck_free(trial.precheck);
}
END_TEST

static rd_prospect ask_checked(struct trial *trial, const char *text)
{
  rd_question question = question_of(text, strlen(text));
  question.is_checked = true;
  rd_prospect prospect = ask(trial, &question);
  ck_assert_int_eq(rd_precheck_expects(trial->precheck, &question),
                   prospect == RD_FORESEEN);
  return prospect;
}

/* On probation, and where foresight would not be asked. */
START_TEST(test_precheck__a_guess_is_always_compared_with_its_base)
{
  struct trial trial;
  begin(&trial);
  ck_assert_int_eq(ask_checked(&trial, "10"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "11"), RD_FORESEEN);
  trial.base = "22";
  ck_assert_int_eq(ask_checked(&trial, "11"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "12"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "13"), RD_FORESEEN);
  ck_assert_uint_eq(trial.checks, 6);
  rd_precheck_free(trial.precheck);
}
END_TEST

/* As many errors as the base, but another that hides the base's. */
START_TEST(test_precheck__a_guess_has_no_error_of_a_new_kind)
{
  struct trial trial;
  begin(&trial);
  trial.base = "2ab";
  ck_assert_int_eq(ask_checked(&trial, "102ab"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "101b"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "101c"), RD_FORESEEN);
  ck_assert_int_eq(ask_checked(&trial, "102ac"), RD_FORESEEN);
  ck_assert_int_eq(ask_checked(&trial, "102p"), RD_FORESEEN);
  rd_precheck_free(trial.precheck);
}
END_TEST

START_TEST(test_precheck__an_error_of_a_new_kind_is_firm)
{
  struct trial trial;
  begin(&trial);
  trial.base = "2a";
  rd_question other = question_of("101b", 4);
  ck_assert_int_eq(ask(&trial, &other), RD_REJECTED);
  trial.base = "0";
  ck_assert(win_trust(&trial, 10));
  trial.base = "2a";
  rd_question same = question_of("102a", 4);
  ck_assert_int_eq(ask(&trial, &same), RD_PASSED);
  ck_assert_int_eq(ask(&trial, &other), RD_FORESEEN);
  rd_precheck_free(trial.precheck);
}
END_TEST

/* They may come from elsewhere: the base's own say nothing, and a mistake costs other
 * errors no trust. */
START_TEST(test_precheck__a_name_of_its_own_has_a_trust_of_its_own)
{
  struct trial trial;
  begin(&trial);
  trial.base = "0AB";
  rd_question other = question_of("100C", 4), fewer = question_of("110A", 4);
  for (unsigned i = 0; i < 4; i++) {
    ck_assert_int_eq(ask(&trial, &other), RD_UNNAMED);
    rd_precheck_learn(trial.precheck, &other, RD_UNNAMED, RD_INVALID);
  }
  ck_assert_int_eq(ask(&trial, &other), RD_FORESEEN);
  ck_assert_int_eq(ask(&trial, &fewer), RD_PASSED);
  for (unsigned i = 0; i < 2; i++)
    rd_precheck_learn(trial.precheck, &other, RD_UNNAMED, RD_INTERESTING);
  ck_assert_int_eq(ask(&trial, &other), RD_PASSED);
  ck_assert_int_eq(ask_of_pass(&trial, "some", 301, RD_INVALID), RD_REJECTED);
  ck_assert_int_eq(ask_checked(&trial, "130B"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "140C"), RD_FORESEEN);
  rd_precheck_free(trial.precheck);
}
END_TEST

/* Asks for guesses that lack the base's kind a, with this verdict where they are
 * tested; how many of them are foreseen. */
static unsigned guess_without(struct trial *trial, unsigned times,
                              rd_verdict verdict)
{
  unsigned foreseen = 0;
  for (unsigned i = 0; i < times; i++) {
    char text[16];
    int size = snprintf(text, sizeof text, "%u01b", ++trial->next);
    rd_question question = question_of(text, (size_t)size);
    question.is_checked = true;
    rd_prospect prospect = ask(trial, &question);
    rd_precheck_learn(trial->precheck, &question, prospect, verdict);
    foreseen += prospect == RD_FORESEEN;
  }
  return foreseen;
}

/* A compiler that dies of an error needs it. */
START_TEST(test_precheck__guesses_keep_the_errors_that_others_needed)
{
  struct trial trial;
  begin(&trial);
  trial.base = "2ab";
  ck_assert_uint_eq(guess_without(&trial, 11, RD_UNINTERESTING), 0);
  ck_assert_uint_eq(guess_without(&trial, 1, RD_INTERESTING), 0);
  ck_assert_uint_eq(guess_without(&trial, 12, RD_UNINTERESTING), 0);
  ck_assert_uint_eq(guess_without(&trial, 5, RD_UNINTERESTING), 5);
  ck_assert_int_eq(ask_checked(&trial, "9902ab"), RD_PASSED);
  ck_assert_int_eq(ask_checked(&trial, "9901a"), RD_PASSED);
  ck_assert_int_eq(ask_of_pass(&trial, "some", 990, RD_INVALID), RD_PASSED);
  rd_precheck_free(trial.precheck);
}
END_TEST

int main(void)
{
  return RUN_TESTS("precheck", test_precheck__is_on_probation_first,
                   test_precheck__tests_a_sample_that_shrinks,
                   test_precheck__habits_are_on_probation_for_longer,
                   test_precheck__a_taste_of_its_own_costs_it_no_other_trust,
                   test_precheck__what_the_judge_overrules_is_foreseen_rightly,
                   test_precheck__errors_of_the_base_are_nobodys,
                   test_precheck__rests_in_passes_where_nothing_is_invalid,
                   test_precheck__checks_each_text_where_that_is_cheap,
                   test_precheck__the_second_interesting_text_is_its_end,
                   test_precheck__without_a_judge_any_failure_proves_it_right,
                   test_precheck__many_that_fail_otherwise_are_its_end,
                   test_precheck__looking_ahead_counts_nothing,
                   test_precheck__many_habits_hide_no_firm_error,
                   test_precheck__a_refusal_needs_no_trust,
                   test_precheck__a_guess_is_always_compared_with_its_base,
                   test_precheck__a_guess_has_no_error_of_a_new_kind,
                   test_precheck__an_error_of_a_new_kind_is_firm,
                   test_precheck__a_name_of_its_own_has_a_trust_of_its_own,
                   test_precheck__guesses_keep_the_errors_that_others_needed,
                   test_precheck__a_check_that_cannot_be_made_is_told);
}
