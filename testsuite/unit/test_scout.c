/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scouts: what they say, what they inherit, and that none stays. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run_tests.h"
#include "scout.h"

enum { ROOM = 4096, PATIENCE_MS = 20000 };

static rd_scout fresh(void)
{
  rd_scout scout;
  ck_assert(rd_scout_init(&scout, ROOM));
  return scout;
}

static void report_text(const rd_scout *scout, const char *text)
{
  rd_report report = { .kind = RD_SCOUT_ASKS, .size = strlen(text) };
  rd_scout_report(scout, &report, text);
}

/* The next report; fails the test if none comes. */
static rd_report next_report(rd_scout *scout)
{
  rd_report report;
  struct pollfd polled = { .fd = scout->channel, .events = POLLIN };
  ck_assert_int_eq(poll(&polled, 1, PATIENCE_MS), 1);
  if (!rd_scout_take(&report, scout)) { /* a copy has said its pid only */
    ck_assert_int_eq(poll(&polled, 1, PATIENCE_MS), 1);
    ck_assert(rd_scout_take(&report, scout));
  }
  return report;
}

START_TEST(test_scout__reports_and_follows_orders)
{
  rd_scout scout = fresh();
  if (rd_scout_start(&scout) == 0) {
    report_text(&scout, "first");
    report_text(&scout, rd_scout_await(&scout) ? "yes" : "no");
    report_text(&scout, rd_scout_await(&scout) ? "yes" : "no");
    (void)rd_scout_await(&scout);
  }
  rd_report report = next_report(&scout);
  ck_assert_int_eq(report.kind, RD_SCOUT_ASKS);
  ck_assert_str_eq(scout.text, "first");
  ck_assert(!rd_scout_take(&report, &scout));
  ck_assert(rd_scout_order(&scout, true));
  ck_assert_uint_eq(next_report(&scout).size, 3);
  ck_assert_str_eq(scout.text, "yes");
  ck_assert(rd_scout_order(&scout, false));
  ck_assert_uint_eq(next_report(&scout).size, 2);
  ck_assert_str_eq(scout.text, "no");
  rd_scout_dispose(&scout);
}
END_TEST

/* Says what it was told so far, after each answer. */
static void tell_answers(rd_scout *scout)
{
  char answers[8] = "";
  for (size_t count = 0;; count++) {
    if (!scout->left)
      report_text(scout, answers);
    answers[count] = rd_scout_await(scout) ? 'y' : 'n';
  }
}

static bool can_copy(void)
{
  return syscall(SYS_clone3, NULL, 0) < 0 && errno == EINVAL;
}

/* All three are our children. */
START_TEST(test_scout__a_copy_goes_its_own_way)
{
  rd_scout scout = fresh(), copy = fresh(), other = fresh();
  if (rd_scout_start(&scout) == 0)
    tell_answers(&scout);
  (void)next_report(&scout);
  ck_assert(rd_scout_order(&scout, true));
  (void)next_report(&scout);
  ck_assert(rd_scout_copy(&copy, &scout, 2, 3));
  ck_assert(rd_scout_copy(&other, &scout, 0, 1));
  if (can_copy()) {
    (void)next_report(&copy);
    ck_assert_str_eq(copy.text, "ynyn");
    ck_assert_int_eq(kill(copy.pid, 0), 0);
  } else {
    ck_assert_int_eq(next_report(&copy).kind, RD_SCOUT_ENDS);
  }
  ck_assert(rd_scout_order(&scout, true));
  (void)next_report(&scout);
  ck_assert_str_eq(scout.text, "yy");
  rd_scout_dispose(&other); /* before it has said anything */
  rd_scout_dispose(&scout);
  ck_assert(!can_copy() || !rd_scout_is_gone(&copy, false));
  rd_scout_dispose(&copy);
  ck_assert_int_eq(waitpid(-1, NULL, 0), -1);
}
END_TEST

START_TEST(test_scout__a_text_without_room_is_an_end)
{
  char text[ROOM + 1];
  memset(text, 'x', sizeof text);
  text[ROOM] = '\0';
  rd_scout scout = fresh();
  if (rd_scout_start(&scout) == 0) {
    report_text(&scout, text);
    (void)rd_scout_await(&scout);
  }
  ck_assert_int_eq(next_report(&scout).kind, RD_SCOUT_ENDS);
  rd_scout_dispose(&scout);
}
END_TEST

START_TEST(test_scout__one_that_has_died_reports_an_end)
{
  rd_scout scout = fresh();
  if (rd_scout_start(&scout) == 0)
    abort();
  ck_assert_int_eq(next_report(&scout).kind, RD_SCOUT_ENDS);
  ck_assert(!rd_scout_order(&scout, true));
  rd_scout_dispose(&scout);
}
END_TEST

static volatile sig_atomic_t handled;

static void handle(int number)
{
  handled = number;
}

START_TEST(test_scout__inherits_no_descriptor_and_no_signal)
{
  rd_scout scout = fresh();
  (void)signal(SIGINT, handle);
  int kept = open("/dev/null", O_RDONLY);
  ck_assert_int_ge(kept, 0);
  if (rd_scout_start(&scout) == 0) {
    (void)kill(getpid(), SIGINT);
    bool closed = fcntl(kept, F_GETFD) < 0 && fcntl(STDERR_FILENO, F_GETFD) < 0;
    report_text(&scout, closed && !handled ? "apart" : "not apart");
    (void)rd_scout_await(&scout);
  }
  (void)next_report(&scout);
  ck_assert_str_eq(scout.text, "apart");
  (void)close(kept);
  rd_scout_dispose(&scout);
}
END_TEST

/* Others may hold copies of descriptors; a channel that ends must be seen. */
START_TEST(test_scout__ends_with_its_channel)
{
  rd_scout first = fresh(), second = fresh();
  if (rd_scout_start(&first) == 0)
    (void)rd_scout_await(&first);
  if (rd_scout_start(&second) == 0)
    (void)rd_scout_await(&second);
  int status;
  (void)close(first.channel);
  ck_assert_int_eq(waitpid(first.pid, &status, 0), first.pid);
  ck_assert(WIFEXITED(status));
  first.pid = 0;
  first.channel = -1;
  ck_assert(!rd_scout_is_gone(&second, false));
  rd_scout_dispose(&first);
  rd_scout_dispose(&second);
  ck_assert_int_eq(waitpid(-1, NULL, 0), -1);
}
END_TEST

/* The owner is killed while its scout computes and looks at no channel. */
START_TEST(test_scout__ends_with_its_owner)
{
  int ends[2], status, left = PATIENCE_MS / 10;
  ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
  ck_assert_int_eq(pipe(ends), 0);
  pid_t owner = fork();
  if (owner == 0) {
    rd_scout scout = fresh();
    (void)dup2(ends[1], STDOUT_FILENO);
    (void)close(ends[1]);
    if (rd_scout_start(&scout) == 0) {
      report_text(&scout, "busy");
      for (;;)
        scout.text[0] = 'x';
    }
    (void)next_report(&scout);
    (void)!write(STDOUT_FILENO, &scout.pid, sizeof scout.pid);
    (void)kill(getpid(), SIGKILL);
  }
  pid_t scout = 0;
  (void)close(ends[1]);
  ck_assert_int_eq(read(ends[0], &scout, sizeof scout), sizeof scout);
  ck_assert_int_eq(waitpid(owner, NULL, 0), owner);
  struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };
  while (waitpid(scout, &status, WNOHANG) == 0 && --left > 0)
    (void)nanosleep(&pause, NULL);
  ck_assert_int_gt(left, 0);
  ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  (void)close(ends[0]);
}
END_TEST

/* A program may have all its children reaped by the kernel. */
START_TEST(test_scout__a_program_that_reaps_all_is_no_trouble)
{
  rd_scout scout = fresh();
  (void)signal(SIGCHLD, SIG_IGN);
  if (rd_scout_start(&scout) == 0)
    (void)rd_scout_await(&scout);
  ck_assert(!rd_scout_is_gone(&scout, false));
  rd_scout_dismiss(&scout);
  ck_assert(rd_scout_is_gone(&scout, true));
  rd_scout_dispose(&scout);
}
END_TEST

int main(void)
{
  return RUN_TESTS("scout", test_scout__reports_and_follows_orders,
                   test_scout__a_copy_goes_its_own_way,
                   test_scout__a_text_without_room_is_an_end,
                   test_scout__one_that_has_died_reports_an_end,
                   test_scout__inherits_no_descriptor_and_no_signal,
                   test_scout__ends_with_its_channel,
                   test_scout__ends_with_its_owner,
                   test_scout__a_program_that_reaps_all_is_no_trouble);
}
