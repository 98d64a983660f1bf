/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deltas that make a text larger first: `q` of the tiny language may become
 * `(xy)`, by the rule "grow" of its front end. */
#include "mini.h"

#include "run_tests.h"

/* The events of a run. */
struct told {
  unsigned accepted, tests;
  rd_measure last;
  bool rose;        /* a step did not lower the measure */
  bool has_foreign; /* a test of a pass that was told to have ended */
};

static rd_status listen(void *payload, const rd_event *event, rd_error *err)
{
  struct told *told = payload;
  (void)err;
  if (event->kind == RD_EVENT_TEST)
    told->tests++;
  if (event->kind == RD_EVENT_START)
    told->last = event->measure;
  if (event->kind != RD_EVENT_ACCEPT)
    return RD_OK;
  told->accepted++;
  told->rose = told->rose || event->measure.tokens > told->last.tokens;
  told->last = event->measure;
  return RD_OK;
}

struct run {
  struct mini_oracle oracle;
  struct told told;
  rd_result result;
};

static rd_status start(struct run *run, const char *text,
                       bool (*holds)(const void *, const char *),
                       rd_options options)
{
  *run = (struct run){ .oracle = { .holds = holds } };
  options.version = RD_OPTIONS_VERSION;
  options.event = listen;
  options.event_payload = &run->told;
  options.check = true;
  return mini_reduce(&run->result, &run->oracle, text, &options, NULL);
}

static void end(struct run *run)
{
  rd_result_dispose(&run->result);
  text_free(&run->oracle.log);
}

/* How often the text was asked for. */
static unsigned count_asked(const struct run *run, const char *text)
{
  const textbuf *log = &run->oracle.log;
  unsigned count = 0;
  for (size_t at = 0; at < log->size; at += strlen(log->data + at) + 1)
    count += strcmp(log->data + at, text) == 0;
  return count;
}

/* Has q and g, or x. */
static bool pays(const void *payload, const char *text)
{
  (void)payload;
  return (strchr(text, 'q') && strchr(text, 'g')) || strchr(text, 'x');
}

START_TEST(test_lookahead__what_pays_is_one_step)
{
  struct run run;
  ck_assert_int_eq(start(&run, "qg", pays, (rd_options){ 0 }), RD_OK);
  ck_assert_str_eq(run.result.text, "x");
  ck_assert_uint_eq(run.told.accepted, 1);
  ck_assert_uint_eq(run.result.stats.accepted, 1);
  ck_assert_uint_eq(count_asked(&run, "(xy)g"), 1);
  ck_assert_uint_eq(run.told.tests + 1, run.result.stats.tests);
  ck_assert(run.result.minimal && !run.told.rose);
  end(&run);
}
END_TEST

/* Has q and g, or x, y and g. */
static bool loses(const void *payload, const char *text)
{
  (void)payload;
  return strchr(text, 'g') &&
         (strchr(text, 'q') || (strchr(text, 'x') && strchr(text, 'y')));
}

START_TEST(test_lookahead__what_does_not_pay_leaves_nothing)
{
  struct run run;
  ck_assert_int_eq(start(&run, "agq", loses, (rd_options){ 0 }), RD_OK);
  ck_assert_str_eq(run.result.text, "gq");
  ck_assert_uint_eq(run.told.accepted, 1);
  ck_assert_uint_eq(count_asked(&run, "g(xy)"), 1);
  ck_assert_uint_ge(count_asked(&run, "gxy"), 1);
  ck_assert(run.result.minimal);
  end(&run);
}
END_TEST

START_TEST(test_lookahead__comes_when_nothing_else_is_left)
{
  struct run run;
  ck_assert_int_eq(start(&run, "abcdgqaq", loses, (rd_options){ 0 }), RD_OK);
  ck_assert_str_eq(run.result.text, "gq");
  for (const char *at = run.oracle.log.data;
       at < run.oracle.log.data + run.oracle.log.size; at += strlen(at) + 1)
    ck_assert_msg(!strchr(at, 'x') || !strpbrk(at, "abcd"), "%s", at);
  end(&run);
}
END_TEST

START_TEST(test_lookahead__may_be_stopped_at_any_test)
{
  struct run whole, part;
  ck_assert_int_eq(start(&whole, "aqgb", pays, (rd_options){ 0 }), RD_OK);
  for (uint64_t most = 1; most < whole.result.stats.tests; most++) {
    ck_assert_int_eq(
        start(&part, "aqgb", pays, (rd_options){ .max_tests = most }),
        RD_ERR_STOPPED);
    ck_assert(pays(NULL, part.result.text));
    ck_assert_uint_le(part.result.after.tokens, 4);
    ck_assert_uint_eq(part.result.after.bytes, part.result.size);
    end(&part);
  }
  end(&whole);
}
END_TEST

/* No step, and no lookahead, gets x and y apart; each x costs what is around it. */
static bool grows_on(const void *payload, const char *text)
{
  size_t letters = 0;
  (void)payload;
  for (const char *at = text; *at; at++)
    letters += *at >= 'a' && *at <= 'z';
  return letters >= 12;
}

START_TEST(test_lookahead__asks_no_grown_text_twice)
{
  struct run run;
  ck_assert_int_eq(start(&run, "qqqqqqqqqqqq", grows_on, (rd_options){ 0 }),
                   RD_OK);
  const textbuf *log = &run.oracle.log;
  for (size_t at = 0; at < log->size; at += strlen(log->data + at) + 1)
    ck_assert_uint_eq(count_asked(&run, log->data + at), 1);
  ck_assert(!run.told.rose);
  end(&run);
}
END_TEST

int main(void)
{
  return RUN_TESTS("lookahead", test_lookahead__what_pays_is_one_step,
                   test_lookahead__what_does_not_pay_leaves_nothing,
                   test_lookahead__comes_when_nothing_else_is_left,
                   test_lookahead__may_be_stopped_at_any_test,
                   test_lookahead__asks_no_grown_text_twice);
}
