/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Restarts in another order of the steps. */
#include "mini.h"

#include "run_tests.h"

enum { GROUPS = 30, NEEDED = 95 };

/* Has k and many letters before it. */
static bool is_large(const void *payload, const char *text)
{
  unsigned count = 0;
  (void)payload;
  for (const char *at = text; *at; at++)
    count += *at >= 'a' && *at < 'k';
  return strchr(text, 'k') && count >= NEEDED;
}

static bool saw_restart;

static rd_status listen(void *payload, const rd_event *event, rd_error *err)
{
  (void)payload, (void)err;
  if (event->kind == RD_EVENT_TEST && event->pass)
    saw_restart |= strcmp(event->pass, "restart") == 0;
  return RD_OK;
}

static rd_result reduce(struct mini_oracle *oracle, size_t useless, bool costly)
{
  textbuf text = { 0 };
  for (size_t i = 0; i < GROUPS; i++)
    text_puts(&text, "(abcde)");
  text_puts(&text, "(");
  for (size_t i = 0; i < useless; i++)
    text_puts(&text, "t");
  text_puts(&text, ")k");
  rd_options options = { .version = RD_OPTIONS_VERSION,
                         .event = listen,
                         .costly_success = costly };
  rd_result result;
  saw_restart = false;
  ck_assert_int_eq(mini_reduce(&result, oracle, text.data, &options, NULL),
                   RD_OK);
  text_free(&text);
  text_free(&oracle->log);
  return result;
}

START_TEST(test_rounds__a_restart_that_gains_nothing_changes_nothing)
{
  struct mini_oracle oracle = { .holds = is_large };
  rd_result result = reduce(&oracle, 100, false);
  ck_assert_uint_eq(result.after.tokens, NEEDED + 1);
  ck_assert(saw_restart && result.minimal);
  ck_assert_uint_lt(result.stats.tests, 8 * NEEDED);
  rd_result_dispose(&result);
}
END_TEST

START_TEST(test_rounds__no_restart_costs_many_successes)
{
  struct mini_oracle oracle = { .holds = is_large };
  rd_result result = reduce(&oracle, 100, true);
  ck_assert_uint_eq(result.after.tokens, NEEDED + 1);
  ck_assert(!saw_restart && result.minimal);
  rd_result_dispose(&result);
}
END_TEST

START_TEST(test_rounds__no_restart_begins_hundreds_of_times_larger)
{
  struct mini_oracle oracle = { .holds = is_large };
  rd_result result = reduce(&oracle, (size_t)510 * NEEDED, false);
  ck_assert_uint_eq(result.after.tokens, NEEDED + 1);
  ck_assert(!saw_restart && result.minimal);
  rd_result_dispose(&result);
}
END_TEST

/* Tests are slow as long as there is a digit, so it stays away once it went. */
START_TEST(test_rounds__a_restart_begins_without_headers)
{
  textbuf text = { 0 };
  text_puts(&text, "1");
  for (size_t i = 0; i < GROUPS; i++)
    text_puts(&text, "(abcde)");
  text_puts(&text, "k");
  struct mini_oracle oracle = { .holds = is_large };
  rd_options options = { .version = RD_OPTIONS_VERSION, .event = listen };
  rd_result result;
  saw_restart = false;
  ck_assert_int_eq(mini_reduce(&result, &oracle, text.data, &options, NULL),
                   RD_OK);
  ck_assert(saw_restart);
  size_t slow = 0;
  for (size_t at = 0; at < oracle.log.size;
       at += strlen(oracle.log.data + at) + 1)
    slow += strchr(oracle.log.data + at, '1') != NULL;
  ck_assert_uint_le(slow, 2);
  rd_result_dispose(&result);
  text_free(&text);
  text_free(&oracle.log);
}
END_TEST

int main(void)
{
  return RUN_TESTS("rounds",
                   test_rounds__a_restart_that_gains_nothing_changes_nothing,
                   test_rounds__no_restart_costs_many_successes,
                   test_rounds__no_restart_begins_hundreds_of_times_larger,
                   test_rounds__a_restart_begins_without_headers);
}
