/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rd_reduce: the rounds of steps, with an oracle in here. */
#include <signal.h>
#include <stdio.h>

#include "mini.h"
#include "run_tests.h"

/* Has the text e and k, and r as long as it has a box? So r can go only after
 * what it failed with before. */
static bool holds_pair(const void *payload, const char *text)
{
  (void)payload;
  bool has_pair = strchr(text, 'e') && strchr(text, 'k');
  return has_pair && (strchr(text, 'r') || !strchr(text, '['));
}

static rd_status reduce_rounds(rd_result *out, struct mini_oracle *oracle,
                               rd_options options)
{
  options.version = RD_OPTIONS_VERSION;
  *oracle = (struct mini_oracle){ .holds = holds_pair };
  return mini_reduce(out, oracle, "ab(c[e](df)g)h[r](i(jkl)m)n", &options,
                     NULL);
}

/* Can no letter be dropped from the text alone? */
static bool is_one_minimal(const char *text)
{
  char shorter[64];
  for (size_t i = 0; text[i]; i++) {
    snprintf(shorter, sizeof shorter, "%.*s%s", (int)i, text, text + i + 1);
    if (text[i] >= 'a' && text[i] <= 'z' && holds_pair(NULL, shorter))
      return false;
  }
  return true;
}

START_TEST(test_reduce_rounds__a_complete_last_round_makes_it_minimal)
{
  struct mini_oracle oracle;
  rd_result result;
  ck_assert_int_eq(reduce_rounds(&result, &oracle, (rd_options){ 0 }), RD_OK);
  ck_assert(result.complete && result.minimal);
  ck_assert(is_one_minimal(result.text));
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

START_TEST(test_reduce_rounds__without_its_last_round_it_claims_nothing)
{
  struct mini_oracle oracle;
  rd_result whole, most;
  rd_options options = { .no_final_round = true };
  ck_assert_int_eq(reduce_rounds(&whole, &oracle, (rd_options){ 0 }), RD_OK);
  text_free(&oracle.log);
  ck_assert_int_eq(reduce_rounds(&most, &oracle, options), RD_OK);
  ck_assert(most.complete && !most.minimal);
  ck_assert_uint_eq(whole.stats.before_last, most.stats.tests);
  ck_assert_uint_eq(most.stats.before_last, 0);
  rd_result_dispose(&whole);
  rd_result_dispose(&most);
  text_free(&oracle.log);
}
END_TEST

static bool has_both_boxes(const void *payload, const char *text)
{
  (void)payload;
  const char *first = strchr(text, '[');
  return first && strchr(first + 1, '[');
}

/* Two boxes, in one question and alone; then all that is in them at once; then
 * a box that is another now. */
START_TEST(test_reduce_rounds__what_is_equally_large_goes_together)
{
  static const char *const passes[] = { "large-elements", NULL };
  struct mini_oracle oracle = { .holds = has_both_boxes };
  rd_options options = RD_OPTIONS_INIT;
  rd_result result;
  options.only_pass = passes;
  options.no_final_round = true;
  ck_assert_int_eq(mini_reduce(&result, &oracle,
                               "[((abcd)(efgh))][((ijkl)(mnop))]", &options,
                               NULL),
                   RD_OK);
  ck_assert_str_eq(result.text, "[()][()]");
  ck_assert_uint_eq(result.stats.tests, 1 + 3 + 1 + 1);
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

START_TEST(test_reduce_rounds__failed_deltas_are_remembered)
{
  struct mini_oracle oracle;
  rd_result result;
  ck_assert_int_eq(reduce_rounds(&result, &oracle, (rd_options){ 0 }), RD_OK);
  ck_assert_uint_gt(result.stats.remembered, 0);
  rd_result_dispose(&result);
  text_free(&oracle.log);
  rd_options pure = { .algorithm = "hddh*" };
  ck_assert_int_eq(reduce_rounds(&result, &oracle, pure), RD_OK);
  ck_assert_uint_eq(result.stats.remembered, 0);
  ck_assert_uint_eq(result.stats.implied, 0);
  ck_assert(!result.minimal);
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

START_TEST(test_reduce_rounds__parts_of_a_failure_wait_for_the_last_round)
{
  struct mini_oracle oracle;
  rd_result whole, hasty;
  ck_assert_int_eq(reduce_rounds(&whole, &oracle, (rd_options){ 0 }), RD_OK);
  text_free(&oracle.log);
  ck_assert_int_eq(
      reduce_rounds(&hasty, &oracle, (rd_options){ .no_final_round = true }),
      RD_OK);
  text_free(&oracle.log);
  ck_assert_uint_gt(whole.stats.implied, 0);
  ck_assert_uint_le(hasty.stats.implied, whole.stats.implied);
  ck_assert(whole.minimal && !hasty.minimal);
  rd_result_dispose(&whole);
  rd_result_dispose(&hasty);
}
END_TEST

START_TEST(test_reduce_rounds__patience_ends_steps_and_the_claim)
{
  static const char *const algorithms[] = { "default", "perses", "hdd*" };
  struct mini_oracle oracle;
  rd_result result, hasty;
  static const char *const skipped[] = { "windows", NULL };
  rd_options options = { .algorithm = algorithms[_i], .skip_pass = skipped };
  ck_assert_int_eq(reduce_rounds(&result, &oracle, options), RD_OK);
  text_free(&oracle.log);
  options.patience = 1;
  ck_assert_int_eq(reduce_rounds(&hasty, &oracle, options), RD_OK);
  ck_assert(hasty.complete && !hasty.minimal);
  ck_assert_uint_lt(hasty.stats.tests, result.stats.tests);
  rd_result_dispose(&result);
  rd_result_dispose(&hasty);
  text_free(&oracle.log);
}
END_TEST

/* Skips whatever asks a third question. */
struct skipper {
  volatile sig_atomic_t skip;
  uint64_t asked, left;
};

static rd_status skip_third(void *payload, const rd_event *event, rd_error *err)
{
  struct skipper *skipper = payload;
  (void)err;
  if (event->kind == RD_EVENT_PASS_BEGIN)
    skipper->asked = 0;
  if (event->kind == RD_EVENT_TEST) {
    ck_assert_uint_lt(skipper->asked, 3);
    if (++skipper->asked == 3)
      skipper->skip = 1;
    skipper->left += skipper->asked == 3;
  }
  return RD_OK;
}

START_TEST(test_reduce_rounds__a_step_is_left_when_told_to)
{
  static const char *const algorithms[] = { "default", "perses", "hdd*" };
  struct skipper skipper = { 0 };
  struct mini_oracle oracle;
  rd_result result;
  rd_options options = { .algorithm = algorithms[_i],
                         .skip = &skipper.skip,
                         .event = skip_third,
                         .event_payload = &skipper };
  ck_assert_int_eq(reduce_rounds(&result, &oracle, options), RD_OK);
  ck_assert_uint_gt(skipper.left, 0);
  ck_assert_int_eq(skipper.skip, 0);
  ck_assert(result.complete && holds_pair(NULL, result.text));
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("reduce_rounds");
  TCase *tcase = tcase_create("reduce_rounds");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase,
                 test_reduce_rounds__a_complete_last_round_makes_it_minimal);
  tcase_add_test(tcase,
                 test_reduce_rounds__without_its_last_round_it_claims_nothing);
  tcase_add_test(tcase,
                 test_reduce_rounds__what_is_equally_large_goes_together);
  tcase_add_test(tcase, test_reduce_rounds__failed_deltas_are_remembered);
  tcase_add_test(
      tcase, test_reduce_rounds__parts_of_a_failure_wait_for_the_last_round);
  tcase_add_loop_test(
      tcase, test_reduce_rounds__patience_ends_steps_and_the_claim, 0, 3);
  tcase_add_loop_test(tcase, test_reduce_rounds__a_step_is_left_when_told_to, 0,
                      3);
  return run_suite(suite);
}
