/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection that is heard: its lines, its end, and that nothing of it stays. */
#include "clang-hdd/bisect_child.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run_fixture.h"

static bisect_child *start(const char *script)
{
  const char *const argv[] = { "/bin/sh", "-c", script, NULL };
  bisect_child *self = NULL;
  rd_error err = { 0 };
  ck_assert_msg(!bisect_child_start(&self, argv, &err), "%s", err.message);
  return self;
}

/* The next line, however long it takes; NULL at the end. Caller's. */
static char *next(bisect_child *self)
{
  char *line = NULL;
  while (!line && !bisect_child_has_ended(self))
    line = bisect_child_line(self, 1000);
  return line;
}

static void assert_next(bisect_child *self, const char *wanted)
{
  char *line = next(self);
  ck_assert_pstr_eq(line, wanted);
  free(line);
}

START_TEST(test_bisect_child__lines_come_as_they_are_printed)
{
  bisect_child *self =
      start("echo one; printf tw; sleep 0.1; echo o; printf three");
  assert_next(self, "one");
  assert_next(self, "two");
  assert_next(self, "three");
  assert_next(self, NULL);
  ck_assert_int_eq(bisect_child_status(self), 0);
  bisect_child_free(self);
}
END_TEST

START_TEST(test_bisect_child__nobody_waits_for_a_silent_one)
{
  bisect_child *self = start("sleep 60");
  ck_assert_ptr_null(bisect_child_line(self, 0));
  ck_assert(!bisect_child_has_ended(self));
  bisect_child_free(self);
}
END_TEST

START_TEST(test_bisect_child__end_and_errors_are_told)
{
  bisect_child *self = start("printf 'oops\nclang-hdd: error: no\nclang-hdd: '"
                             "'error: more' >&2; exit 20");
  assert_next(self, NULL);
  ck_assert_int_eq(bisect_child_status(self), 20);
  char *problem = bisect_child_problem(self);
  ck_assert_str_eq(problem, "no");
  free(problem);
  bisect_child_free(self);
  self = start("kill -9 $$");
  assert_next(self, NULL);
  ck_assert_int_eq(bisect_child_status(self), 128 + SIGKILL);
  ck_assert_ptr_null(bisect_child_problem(self));
  bisect_child_free(self);
}
END_TEST

START_TEST(test_bisect_child__much_output_does_not_hold_it_up)
{
  bisect_child *self = start("i=0; while [ $i -lt 3000 ]; do i=$((i + 1)); "
                             "echo $i$i$i$i$i$i$i$i$i$i$i$i$i$i$i$i >&2; "
                             "echo line $i; done");
  char *line, *last = NULL;
  while ((line = next(self))) {
    free(last);
    last = line;
  }
  ck_assert_str_eq(last, "line 3000");
  free(last);
  bisect_child_free(self);
}
END_TEST

START_TEST(test_bisect_child__it_is_ended_and_waited_for)
{
  bisect_child *self = start("echo $$; exec sleep 60");
  char *line = next(self);
  pid_t pid = (pid_t)atoi(line);
  ck_assert_int_eq(getpgid(pid), pid);
  bisect_child_free(self);
  ck_assert_int_eq(kill(pid, 0), -1);
  ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
  free(line);
}
END_TEST

START_TEST(test_bisect_child__one_that_does_not_end_is_made_to)
{
  struct timespec begin, end;
  bisect_child *self = start("trap '' TERM; echo here; while :; do sleep 1; "
                             "done");
  assert_next(self, "here");
  (void)clock_gettime(CLOCK_MONOTONIC, &begin);
  bisect_child_free(self);
  (void)clock_gettime(CLOCK_MONOTONIC, &end);
  ck_assert_int_le(end.tv_sec - begin.tv_sec, 20);
}
END_TEST

START_TEST(test_bisect_child__it_ends_with_its_owner)
{
  int ends[2];
  ck_assert(!pipe(ends));
  pid_t owner = fork();
  if (!owner) {
    bisect_child *self = start("echo $$; sleep 60");
    char *line = next(self);
    ck_assert(write(ends[1], line, strlen(line) + 1) > 0);
    _exit(0);
  }
  char digits[32] = { 0 };
  ck_assert(read(ends[0], digits, sizeof digits - 1) > 0);
  ck_assert_int_eq(waitpid(owner, NULL, 0), owner);
  const struct timespec pause = { .tv_nsec = 20 * 1000 * 1000 };
  int tries = 0;
  while (!kill((pid_t)atoi(digits), 0) && tries++ < 250)
    (void)nanosleep(&pause, NULL);
  ck_assert_int_lt(tries, 250);
}
END_TEST

/* ---- lines ---- */

START_TEST(test_bisect_child__lines_are_read)
{
  child_event event;
  ck_assert(!child_event_read(
      &event, "{\"event\":\"ready\",\"command\":[\"/x/cc\",\"-O2\"]}", NULL));
  ck_assert_int_eq(event.kind, CHILD_READY);
  ck_assert_uint_eq(event.command.size, 2);
  ck_assert_str_eq(event.command.data[1], "-O2");
  child_event_dispose(&event);
  ck_assert(!child_event_read(&event, "{\"event\":\"notice\",\"line\":\"so\"}",
                              NULL));
  ck_assert_int_eq(event.kind, CHILD_NOTICE);
  ck_assert_str_eq(event.text, "so");
  child_event_dispose(&event);
  ck_assert(!child_event_read(&event, "{\"event\":\"news\"}", NULL));
  ck_assert_int_eq(event.kind, CHILD_OTHER);
  child_event_dispose(&event);
}
END_TEST

START_TEST(test_bisect_child__end_has_the_result)
{
  bisection made = { .end = BISECTION_SUSPECTS, .probes = 3 };
  char *text = bisection_json(&made);
  char *line = mem_format("{\"event\":\"end\",\"bisection\":%s}", text);
  child_event event;
  ck_assert(!child_event_read(&event, line, NULL));
  ck_assert_int_eq(event.kind, CHILD_END);
  ck_assert_int_eq(event.found.end, BISECTION_SUSPECTS);
  ck_assert_uint_eq(event.found.probes, 3);
  child_event_dispose(&event);
  free(line);
  free(text);
}
END_TEST

START_TEST(test_bisect_child__other_lines_are_refused)
{
  static const char *const lines[] = {
    "",
    "nonsense",
    "[]",
    "{}",
    "{\"event\":1}",
    "{\"event\":\"ready\"}",
    "{\"event\":\"ready\",\"command\":[1]}",
    "{\"event\":\"end\"}",
    "{\"event\":\"end\",\"bisection\":{\"end\":\"never\"}}",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    child_event event;
    rd_error err = { 0 };
    ck_assert_int_eq(child_event_read(&event, lines[i], &err), RD_ERR_INVALID);
    ck_assert(*err.message);
    child_event_dispose(&event);
  }
}
END_TEST

static void do_nothing(void)
{
}

int main(void)
{
  static const fixture_test tests[] = {
    &test_bisect_child__lines_come_as_they_are_printed,
    &test_bisect_child__nobody_waits_for_a_silent_one,
    &test_bisect_child__end_and_errors_are_told,
    &test_bisect_child__much_output_does_not_hold_it_up,
    &test_bisect_child__it_is_ended_and_waited_for,
    &test_bisect_child__one_that_does_not_end_is_made_to,
    &test_bisect_child__it_ends_with_its_owner,
    &test_bisect_child__lines_are_read,
    &test_bisect_child__end_has_the_result,
    &test_bisect_child__other_lines_are_refused,
  };
  return run_fixture("bisect_child", tests, sizeof tests / sizeof *tests,
                     do_nothing, do_nothing);
}
