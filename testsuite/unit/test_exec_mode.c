/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All modes of a command look alike, and one that is not there says why. */
#include "compiler/exec_mode.h"

#include <poll.h>

#include "fake_compiler.h"
#include "hostile.h"
#include "run_fixture.h"

static fake with;
static exec_modes of;
static exec_slot place;
static const rd_limits limits = { .wall_ms = 20000 };

static void set_up(void)
{
  fake_set_up(&with, "-O2");
  exec_modes_init(&of, strings_argv(&with.argv), "in.c", &with.compiler);
  exec_slot_init(&place, &of, &with.run);
}

static void tear_down(void)
{
  exec_slot_dispose(&place);
  exec_modes_dispose(&of);
  fake_tear_down(&with);
}

/* Runs a text and returns what it printed, caller's; NULL for an error. */
static char *print(exec_slot *where, exec_mode which, const char *bytes)
{
  source input = fake_source(bytes);
  if (exec_slot_start(where, which, &input, &limits, NULL))
    return NULL;
  bool ended = false;
  while (!ended) {
    struct pollfd polled = { .fd = exec_slot_fd(where), .events = POLLIN };
    (void)poll(&polled, 1, 1000);
    ck_assert_int_eq(exec_slot_read(&ended, where, NULL), RD_OK);
  }
  rd_run run = { 0 };
  ck_assert_int_eq(exec_slot_wait(&run, where, NULL), RD_OK);
  char *out = mem_copy(run.output);
  rd_run_dispose(&run);
  return out;
}

START_TEST(test_exec_mode__driver_and_compiler_say_the_same)
{
  char *by_driver = print(&place, EXEC_COMMAND, "bug");
  char *alone = print(&place, EXEC_SPAWN, "bug");
  ck_assert_ptr_nonnull(strstr(by_driver, "internal compiler error"));
  ck_assert_str_eq(by_driver, alone);
  ck_assert_uint_eq(of.costs[EXEC_COMMAND].runs, 1);
  ck_assert_uint_eq(of.costs[EXEC_SPAWN].runs, 1);
  ck_assert_uint_gt(of.costs[EXEC_SPAWN].wall_us, 0);
  free(by_driver);
  free(alone);
}
END_TEST

START_TEST(test_exec_mode__script_has_no_zygote)
{
  source input = fake_source("bug");
  ck_assert_int_eq(exec_modes_fastest(&of), EXEC_ZYGOTE);
  ck_assert_int_eq(exec_slot_start(&place, EXEC_ZYGOTE, &input, &limits, NULL),
                   RD_ERR_UNSUPPORTED);
  ck_assert_int_eq(of.states[EXEC_ZYGOTE], EXEC_OFF);
  ck_assert_ptr_nonnull(of.reasons[EXEC_ZYGOTE]);
  ck_assert_int_eq(exec_modes_fastest(&of), EXEC_SPAWN);
}
END_TEST

START_TEST(test_exec_mode__unknown_compiler_has_its_command_only)
{
  exec_modes plain;
  exec_modes_init(&plain, strings_argv(&with.argv), "in.c", NULL);
  ck_assert_int_eq(exec_modes_fastest(&plain), EXEC_COMMAND);
  exec_modes_dispose(&plain);
}
END_TEST

START_TEST(test_exec_mode__first_reason_is_kept)
{
  exec_modes_turn_off(&of, EXEC_SPAWN, "one");
  exec_modes_turn_off(&of, EXEC_SPAWN, "two");
  ck_assert_str_eq(of.reasons[EXEC_SPAWN], "one");
  source input = fake_source("bug");
  ck_assert_int_eq(exec_slot_start(&place, EXEC_SPAWN, &input, &limits, NULL),
                   RD_ERR_UNSUPPORTED);
}
END_TEST

START_TEST(test_exec_mode__cancelled_run_ends)
{
  source input = fake_source("sleep");
  rd_run run = { 0 };
  ck_assert_int_eq(exec_slot_start(&place, EXEC_SPAWN, &input, &limits, NULL),
                   RD_OK);
  exec_slot_cancel(&place);
  ck_assert_int_eq(exec_slot_wait(&run, &place, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_CANCELLED);
  rd_run_dispose(&run);
}
END_TEST

/* With a compiler of this system, if its zygote works here. */
START_TEST(test_exec_mode__zygote_says_what_the_command_says)
{
  static const char text[] = "int f(void) { return undeclared; }\n";
  const char *const argv[] = { "gcc", "-c", "-o", "hdd-out", "in.c", NULL };
  compiler gcc = { .family = FAMILY_GCC };
  exec_modes real;
  exec_slot where;
  exec_modes_init(&real, argv, "in.c", &gcc);
  exec_slot_init(&where, &real, &with.run);
  char *first = print(&where, EXEC_ZYGOTE, text);
  char *again = first ? print(&where, EXEC_ZYGOTE, text) : NULL;
  if (again) {
    char *by_command = print(&where, EXEC_COMMAND, text);
    ck_assert_ptr_nonnull(strstr(by_command, "undeclared"));
    ck_assert_ptr_nonnull(strstr(first, "'undeclared' undeclared"));
    ck_assert_str_eq(first, again);
    ck_assert_uint_eq(real.costs[EXEC_ZYGOTE].runs, 2);
    free(by_command);
  } else {
    ck_assert_int_eq(real.states[EXEC_ZYGOTE], EXEC_OFF);
  }
  free(first);
  free(again);
  exec_slot_dispose(&where);
  exec_modes_dispose(&real);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ /* such a program has to be loaded first */

/* A zygote is started anew now and then. */
START_TEST(test_exec_mode__zygote_that_cannot_start_again_is_left)
{
  enum { RUNS_MAX = 5000 };
  char *stopper = mem_format(
      "%.*s/stopper", (int)(base_name(hostile_path()) - 1 - hostile_path()),
      hostile_path());
  char *program = mem_format("%s/stopper", with.run.kept), *bytes = NULL;
  size_t size = 0;
  ck_assert(!file_read(&bytes, &size, stopper, NULL));
  ck_assert(!file_write(program, bytes, size, NULL));
  ck_assert(!chmod(program, 0700));
  const char *const argv[] = { program, "open", "in.c", "", NULL };
  compiler clang = { .family = FAMILY_CLANG };
  exec_modes real;
  exec_slot where;
  exec_modes_init(&real, argv, "in.c", &clang);
  for (size_t i = 0; argv[i]; i++) /* it needs no driver to be asked */
    strings_add(&real.replayed.words, argv[i]);
  real.replayed.file = 2;
  exec_slot_init(&where, &real, &with.run);
  char *said = print(&where, EXEC_ZYGOTE, "1234567");
  ck_assert_str_eq(said, "7 bytes\n");
  free(said);
  ck_assert(!unlink(program));
  int runs = 0;
  while (runs++ < RUNS_MAX && (said = print(&where, EXEC_ZYGOTE, "1")))
    free(said);
  ck_assert_int_lt(runs, RUNS_MAX);
  ck_assert_int_eq(real.states[EXEC_ZYGOTE], EXEC_OFF);
  exec_slot_dispose(&where);
  exec_modes_dispose(&real);
  free(bytes);
  free(program);
  free(stopper);
}
END_TEST

#endif

int main(void)
{
  static const fixture_test tests[] = {
    &test_exec_mode__driver_and_compiler_say_the_same,
    &test_exec_mode__script_has_no_zygote,
    &test_exec_mode__unknown_compiler_has_its_command_only,
    &test_exec_mode__first_reason_is_kept,
    &test_exec_mode__cancelled_run_ends,
    &test_exec_mode__zygote_says_what_the_command_says,
#ifndef __SANITIZE_ADDRESS__
    &test_exec_mode__zygote_that_cannot_start_again_is_left,
#endif
  };
  return run_fixture("way", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
