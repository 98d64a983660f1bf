/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The way of a question: what the log and foresight answer. */
#include "mini.h"
#include "run_fixture.h"

static const char text[] =
    "a(bc[d]e)(f(g)h)[i](jk)l(m(n(o)p)q)[r]s(t[u]v)(w(x)y)";
static const char needed[] = "bdfhkmoqsuxy";
static const rd_limits limits = { .wall_ms = 1000 };
static char *folder, *path;

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&folder, NULL), RD_OK);
  path = mem_format("%s/answers", folder);
}

static void tear_down(void)
{
  rd_scratch_remove(folder);
  free(folder);
  free(path);
}

/* The questions and events of a run. */
struct trial {
  struct mini_oracle oracle;
  rd_result result;
  uint64_t live_tests, recalled_tests; /* by events */
  uint64_t recalled_behind; /* recalled tests that came after a live one */
  bool recalled_step;       /* the last one */
  unsigned checks;
};

static rd_status listen(void *payload, const rd_event *event, rd_error *err)
{
  struct trial *trial = payload;
  (void)err;
  if (event->kind == RD_EVENT_ACCEPT)
    trial->recalled_step = event->recalled;
  if (event->kind != RD_EVENT_TEST)
    return RD_OK;
  trial->recalled_tests += event->recalled;
  trial->recalled_behind += event->recalled && trial->live_tests;
  trial->live_tests += !event->recalled;
  return RD_OK;
}

/* Right: the oracle calls such a text invalid. */
static rd_status check(rd_diagnostics *out, void *payload, const char *checked,
                       size_t size, rd_error *err)
{
  struct trial *trial = payload;
  (void)err, (void)size;
  trial->checks++;
  out->errors = !mini_has_all(needed, checked);
  return RD_OK;
}

/* Runs with the log at `path`. What `windows` offers depends on foresight. */
static void run(struct trial *trial, bool resume, bool foresight,
                uint64_t max_tests)
{
  static const char *const skipped[] = { "windows", NULL };
  rd_error err = { 0 };
  rd_options options = RD_OPTIONS_INIT;
  *trial = (struct trial){
    .oracle = { .holds = mini_has_all, .payload = needed, .failed = RD_INVALID }
  };
  ck_assert_int_eq(
      rd_log_open(&options.log, path, "key", &limits, resume, &err), RD_OK);
  options.event = listen;
  options.event_payload = trial;
  options.max_tests = max_tests;
  options.skip_pass = skipped;
  if (foresight)
    options.foresight = (rd_foresight){ .check = check, .payload = trial };
  rd_status status =
      mini_reduce(&trial->result, &trial->oracle, text, &options, &err);
  ck_assert_msg(status == (max_tests ? RD_ERR_STOPPED : RD_OK), "%s",
                err.message);
  rd_log_close(options.log);
}

static void end(struct trial *trial)
{
  rd_result_dispose(&trial->result);
  text_free(&trial->oracle.log);
}

START_TEST(test_ask__a_whole_run_is_recalled)
{
  struct trial first, again;
  run(&first, false, false, 0);
  run(&again, true, false, 0);
  ck_assert_str_eq(first.result.text, again.result.text);
  ck_assert_uint_eq(again.oracle.next, 0);
  ck_assert_uint_eq(again.result.stats.recalled, first.result.stats.tests);
  ck_assert_uint_eq(again.result.stats.tests, first.result.stats.tests);
  ck_assert_uint_eq(again.result.stats.started, 0);
  ck_assert_uint_eq(again.live_tests, 0);
  ck_assert(again.recalled_step && !first.recalled_step);
  end(&first);
  end(&again);
}
END_TEST

START_TEST(test_ask__a_run_goes_on_where_it_was_stopped)
{
  struct trial whole, stopped, resumed;
  run(&whole, false, false, 0);
  run(&stopped, false, false, 7);
  run(&resumed, true, false, 0);
  ck_assert_str_eq(whole.result.text, resumed.result.text);
  ck_assert_uint_eq(resumed.result.stats.recalled, 7);
  ck_assert_uint_eq(resumed.result.stats.tests, whole.result.stats.tests);
  ck_assert_uint_eq(resumed.recalled_tests, 6); /* the first has no event */
  ck_assert_uint_eq(resumed.recalled_behind, 0);
  ck_assert(!resumed.recalled_step);
  end(&whole);
  end(&stopped);
  end(&resumed);
}
END_TEST

START_TEST(test_ask__foresight_saves_tests_and_changes_nothing)
{
  struct trial without, with;
  run(&without, false, false, 0);
  run(&with, false, true, 0);
  const rd_stats *saved = &with.result.stats;
  ck_assert_str_eq(without.result.text, with.result.text);
  ck_assert_uint_gt(saved->foreseen, 0);
  ck_assert_uint_eq(saved->misjudged, 0);
  ck_assert_uint_eq(saved->tests + saved->foreseen, without.result.stats.tests);
  end(&without);
  end(&with);
}
END_TEST

START_TEST(test_ask__foresight_is_recalled)
{
  struct trial first, again;
  run(&first, false, true, 0);
  run(&again, true, true, 0);
  ck_assert_uint_gt(first.checks, 0);
  ck_assert_uint_eq(again.checks, 0);
  ck_assert_uint_eq(again.oracle.next, 0);
  ck_assert_uint_eq(again.result.stats.checks, first.result.stats.checks);
  ck_assert_uint_eq(again.result.stats.foreseen, first.result.stats.foreseen);
  ck_assert_str_eq(first.result.text, again.result.text);
  end(&first);
  end(&again);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_ask__a_whole_run_is_recalled,
    &test_ask__a_run_goes_on_where_it_was_stopped,
    &test_ask__foresight_saves_tests_and_changes_nothing,
    &test_ask__foresight_is_recalled,
  };
  return run_fixture("ask", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
