/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs that somebody looks at before they end, or ends. */
#include "process_fixture.h"

/* ---- output as it comes ---- */

static void start_shell(const char *script)
{
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  rd_run_spec spec = { .argv = argv, .directory = scratch };
  rd_error err;
  ck_assert_msg(!rd_keeper_start(keeper, &spec, &err), "%s", err.message);
}

/* Waits until the run has printed that many bytes or has ended. */
static bool await_output(size_t size)
{
  struct pollfd polled = { .fd = rd_keeper_fd(keeper), .events = POLLIN };
  bool ended = false;
  size_t got = 0;
  while (!ended && got < size) {
    ck_assert_int_eq(poll(&polled, 1, 10000), 1);
    ck_assert_int_eq(rd_keeper_read(&ended, keeper, NULL), RD_OK);
    (void)rd_keeper_output(&got, keeper);
  }
  return ended;
}

START_TEST(test_process_cancel__output_comes_while_the_run_goes_on)
{
  size_t size;
  start_shell("echo one; while ! test -e go; do sleep 0.01; done; echo two");
  ck_assert(!await_output(4));
  ck_assert_str_eq(rd_keeper_output(&size, keeper), "one\n");
  ck_assert_uint_eq(size, 4);
  write_file("go", "", 0600);
  ck_assert(await_output(SIZE_MAX));
  ck_assert_str_eq(rd_keeper_output(&size, keeper), "one\ntwo\n");
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_EXIT);
  ck_assert_str_eq(run.output, "one\ntwo\n");
  ck_assert_uint_eq(run.output_size, 8);
}
END_TEST

START_TEST(test_process_cancel__read_does_not_wait)
{
  bool ended = true;
  size_t size;
  start_shell("sleep 20");
  ck_assert_int_eq(rd_keeper_read(&ended, keeper, NULL), RD_OK);
  ck_assert(!ended);
  ck_assert_str_eq(rd_keeper_output(&size, keeper), "");
  ck_assert_uint_eq(size, 0);
}
END_TEST

START_TEST(test_process_cancel__cancelled_run_has_its_output_so_far)
{
  start_shell("echo crashed; sleep 20; echo more");
  ck_assert(!await_output(8));
  rd_keeper_cancel(keeper);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_CANCELLED);
  ck_assert_str_eq(run.output, "crashed\n");
  run_words((const char *[]){ "echo", "next", NULL }, NULL, NULL);
  ck_assert_str_eq(run.output, "next\n");
}
END_TEST

/* Starts a run that prints without end, and waits until it does. */
static void start_printing(const char *marker, uint64_t limit)
{
  const char *argv[] = {
    "/bin/sh",      "-c",   ">begun; exec \"$0\" print \"\" \"$1\"",
    hostile_path(), marker, NULL
  };
  rd_run_spec spec = { .argv = argv,
                       .directory = scratch,
                       .limits = { .output_bytes = limit } };
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/begun", scratch);
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  for (int i = 0; i < 2000 && access(path, F_OK); i++)
    (void)poll(NULL, 0, 5);
  ck_assert_int_eq(access(path, F_OK), 0);
}

/* An owner that takes nothing for a while does not keep the keeper from
 * seeing that a limit is reached. */
START_TEST(test_process_cancel__owner_that_does_not_read_stops_no_limit)
{
  const char *marker = hostile_marker();
  bool ended = false;
  start_printing(marker, 8 * MIB);
  for (int i = 0; i < 6 && !ended; i++) /* valgrind reads slowly */
    ended = hostile_await_count(marker, 0);
  ck_assert(ended);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_OUTPUT);
  ck_assert_uint_eq(run.output_size, 8 * MIB);
}
END_TEST

START_TEST(test_process_cancel__free_ends_a_run_whose_output_nobody_took)
{
  const char *marker = hostile_marker();
  start_printing(marker, 0);
  rd_keeper_free(keeper);
  keeper = NULL;
  ck_assert_int_eq(hostile_count(marker), 0);
}
END_TEST

/* ---- cancelling and waiting ---- */

START_TEST(test_process_cancel__cancelled_run_ends_at_once)
{
  const char *argv[] = { hostile_path(), "ignore", NULL };
  rd_run_spec spec = { .argv = argv };
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  struct pollfd polled = { .fd = rd_keeper_fd(keeper), .events = POLLIN };
  ck_assert_int_eq(poll(&polled, 1, 50), 0);
  rd_keeper_cancel(keeper);
  ck_assert_int_eq(poll(&polled, 1, 5000), 1);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_CANCELLED);
}
END_TEST

static void run_script(const char *script)
{
  const char *argv[] = { "sh", "-c", script, NULL };
  rd_run_spec spec = { .argv = argv, .directory = scratch };
  spec.limits.wall_ms = 500;
  rd_run_dispose(&run);
  ck_assert_int_eq(rd_keeper_run(&run, keeper, &spec, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_WALL);
}

START_TEST(test_process_cancel__run_that_is_cut_may_tidy_up)
{
  char *path = mem_format("%s/mine", scratch);
  run_script(": >mine; trap 'rm mine; exit' TERM; while :; do sleep 1; done");
  ck_assert_int_eq(access(path, F_OK), -1);
  /* So may a process that the leader waits for. */
  run_script("(: >mine; trap 'rm mine; exit' TERM; while :; do sleep 1; done); "
             "exit 1");
  ck_assert_int_eq(access(path, F_OK), -1);
  free(path);
}
END_TEST

START_TEST(test_process_cancel__handler_that_goes_on_ends_too)
{
  run_script("trap : TERM; while :; do sleep 1; done");
  ck_assert_int_gt(find_keeper(), 0);
}
END_TEST

START_TEST(test_process_cancel__late_cancel_does_not_hit_the_next_run)
{
  const char *argv[] = { "true", NULL };
  rd_run_spec spec = { .argv = argv };
  for (int i = 0; i < 20; i++) {
    ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
    struct pollfd polled = { .fd = rd_keeper_fd(keeper), .events = POLLIN };
    ck_assert_int_eq(poll(&polled, 1, 5000), 1);
    rd_keeper_cancel(keeper);
    ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
    ck_assert_int_eq(run.end, RD_END_EXIT);
    rd_run_dispose(&run);
  }
}
END_TEST

START_TEST(test_process_cancel__free_ends_a_run)
{
  const char *marker = hostile_marker();
  const char *argv[] = { hostile_path(), "daemon-and-sleep", "", marker, NULL };
  rd_run_spec spec = { .argv = argv };
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  ck_assert(hostile_await_count(marker, 2));
  rd_keeper_free(keeper);
  keeper = NULL;
  ck_assert_int_eq(hostile_count(marker), 0);
  ck_assert_int_eq(access(scratch, F_OK), -1);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_process_cancel__output_comes_while_the_run_goes_on,
    &test_process_cancel__read_does_not_wait,
    &test_process_cancel__cancelled_run_has_its_output_so_far,
    &test_process_cancel__owner_that_does_not_read_stops_no_limit,
    &test_process_cancel__free_ends_a_run_whose_output_nobody_took,
    &test_process_cancel__cancelled_run_ends_at_once,
    &test_process_cancel__run_that_is_cut_may_tidy_up,
    &test_process_cancel__handler_that_goes_on_ends_too,
    &test_process_cancel__late_cancel_does_not_hit_the_next_run,
    &test_process_cancel__free_ends_a_run,
  };
  return run_fixture("process_cancel", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
