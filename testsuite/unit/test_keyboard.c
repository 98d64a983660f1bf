/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keys are read from a terminal without Enter, and it is given back as it
 * was. */
#include "clang-hdd/keyboard.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "run_tests.h"

/* A terminal with a small shell at it, which runs one job. */
typedef struct seat {
  int terminal; /* what the user types and sees */
  int line;     /* the terminal's other side, so that it outlives the shell */
  int report;   /* what shell and job say */
  int order;    /* what the shell is told */
  pid_t shell;
} seat;

enum { WAIT_MS = 30000 };

/* The next word of shell and job; '?' if none comes. */
static char hear(const seat *at)
{
  struct pollfd input = { .fd = at->report, .events = POLLIN };
  char word = '?';
  if (poll(&input, 1, WAIT_MS) != 1 || read(at->report, &word, 1) != 1)
    return '?';
  return word;
}

static void say(int fd, char word)
{
  if (write(fd, &word, 1) != 1)
    _exit(1);
}

static bool mode_is_ours(const seat *at)
{
  struct termios mode;
  ck_assert_int_eq(tcgetattr(at->line, &mode), 0);
  ck_assert((mode.c_lflag & ICANON) ? mode.c_lflag & ECHO
                                    : !(mode.c_lflag & ECHO));
  ck_assert(mode.c_lflag & ISIG);
  return !(mode.c_lflag & ICANON);
}

/* Says each key that comes; leaves on q, and by a signal's handler on x. */
static void work(int report)
{
  keyboard_open();
  (void)keyboard_poll();
  say(report, 'r');
  for (;;) {
    char key = keyboard_poll();
    if (key)
      say(report, key);
    if (key == 'q')
      keyboard_close();
    if (key == 'x')
      keyboard_restore();
    if (key == 'q' || key == 'x')
      _exit(0);
    (void)poll(NULL, 0, 5);
  }
}

/* Runs the job in the foreground, says how it changed ('Z' stopped, 'I' died of
 * SIGINT, 'E' ended), and lets it go on when told 'f' (in the foreground) or
 * 'b' (in the background). */
static void run_shell(int report, int order)
{
  (void)signal(SIGTTOU, SIG_IGN);
  pid_t job = fork();
  if (!job) {
    (void)setpgid(0, 0);
    (void)tcsetpgrp(STDIN_FILENO, getpid());
    (void)signal(SIGTTOU, SIG_DFL);
    (void)signal(SIGINT, SIG_DFL); /* Check has its own */
    work(report);
  }
  (void)setpgid(job, job);
  for (;;) {
    int status;
    char word;
    if (waitpid(job, &status, WUNTRACED) != job)
      _exit(1);
    (void)tcsetpgrp(STDIN_FILENO, getpid());
    if (!WIFSTOPPED(status)) {
      bool interrupted = WIFSIGNALED(status) && WTERMSIG(status) == SIGINT;
      say(report, interrupted ? 'I' : 'E');
      _exit(0);
    }
    say(report, 'Z');
    while (read(order, &word, 1) == 1) {
      if (word == 'f')
        (void)tcsetpgrp(STDIN_FILENO, job);
      (void)kill(-job, SIGCONT);
      if (word == 'f')
        break;
    }
  }
}

static seat sit_down(void)
{
  seat at;
  int report[2], order[2];
  ck_assert_int_eq(openpty(&at.terminal, &at.line, NULL, NULL, NULL), 0);
  ck_assert_int_eq(pipe(report), 0);
  ck_assert_int_eq(pipe(order), 0);
  at.shell = fork();
  ck_assert_int_ge(at.shell, 0);
  if (!at.shell) {
    (void)alarm(2 * WAIT_MS / 1000);
    (void)close(report[0]);
    (void)close(order[1]);
    if (setsid() < 0 || ioctl(at.line, TIOCSCTTY, 0) ||
        dup2(at.line, STDIN_FILENO) < 0)
      _exit(1);
    run_shell(report[1], order[0]);
  }
  (void)close(report[1]);
  (void)close(order[0]);
  at.report = report[0];
  at.order = order[1];
  ck_assert_int_eq(hear(&at), 'r');
  return at;
}

static void stand_up(seat *at)
{
  (void)close(at->order);
  (void)close(at->report);
  (void)close(at->terminal);
  (void)close(at->line);
  ck_assert_int_eq(waitpid(at->shell, NULL, 0), at->shell);
}

START_TEST(test_keyboard__keys_come_without_enter)
{
  seat at = sit_down();
  ck_assert(mode_is_ours(&at));
  say(at.terminal, 's');
  ck_assert_int_eq(hear(&at), 's');
  say(at.terminal, 's');
  say(at.terminal, 'q');
  ck_assert_int_eq(hear(&at), 's');
  ck_assert_int_eq(hear(&at), 'q');
  ck_assert_int_eq(hear(&at), 'E');
  ck_assert(!mode_is_ours(&at));
  stand_up(&at);
}
END_TEST

START_TEST(test_keyboard__handler_gives_the_terminal_back)
{
  seat at = sit_down();
  say(at.terminal, 'x');
  ck_assert_int_eq(hear(&at), 'x');
  ck_assert_int_eq(hear(&at), 'E');
  ck_assert(!mode_is_ours(&at));
  stand_up(&at);
}
END_TEST

START_TEST(test_keyboard__control_c_still_interrupts)
{
  seat at = sit_down();
  say(at.terminal, '\003');
  ck_assert_int_eq(hear(&at), 'I');
  stand_up(&at);
}
END_TEST

START_TEST(test_keyboard__stopped_job_leaves_the_terminal_as_it_was)
{
  seat at = sit_down();
  for (int i = 0; i < 2; i++) {
    say(at.terminal, '\032');
    ck_assert_int_eq(hear(&at), 'Z');
    ck_assert(!mode_is_ours(&at));
    say(at.order, 'f');
    say(at.terminal, 's');
    say(at.terminal, '\n'); /* in case it comes before the mode is set */
    ck_assert_int_eq(hear(&at), 's');
    ck_assert(mode_is_ours(&at));
    ck_assert_int_eq(hear(&at), '\n');
  }
  say(at.terminal, 'q');
  ck_assert_int_eq(hear(&at), 'q');
  ck_assert_int_eq(hear(&at), 'E');
  ck_assert(!mode_is_ours(&at));
  stand_up(&at);
}
END_TEST

START_TEST(test_keyboard__job_in_the_background_leaves_the_terminal_alone)
{
  seat at = sit_down();
  say(at.terminal, '\032');
  ck_assert_int_eq(hear(&at), 'Z');
  say(at.order, 'b');
  say(at.terminal, 's');
  say(at.terminal, '\n');
  struct pollfd input = { .fd = at.report, .events = POLLIN };
  ck_assert_int_eq(poll(&input, 1, 100), 0);
  ck_assert(!mode_is_ours(&at));
  say(at.order, 'f');
  ck_assert_int_eq(hear(&at), 's');
  ck_assert(mode_is_ours(&at));
  ck_assert_int_eq(hear(&at), '\n');
  say(at.terminal, 'q');
  ck_assert_int_eq(hear(&at), 'q');
  ck_assert_int_eq(hear(&at), 'E');
  stand_up(&at);
}
END_TEST

START_TEST(test_keyboard__there_may_be_no_terminal)
{
  int input[2];
  ck_assert_int_eq(pipe(input), 0);
  pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (!child) {
    say(input[1], 's');
    if (dup2(input[0], STDIN_FILENO) < 0)
      _exit(2);
    keyboard_open();
    char key = keyboard_poll();
    keyboard_close();
    struct sigaction action;
    if (sigaction(SIGTSTP, NULL, &action))
      _exit(3);
    _exit(key != 0 || action.sa_handler != SIG_DFL);
  }
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_int_eq(status, 0);
  (void)close(input[0]);
  (void)close(input[1]);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "keyboard", test_keyboard__keys_come_without_enter,
      test_keyboard__handler_gives_the_terminal_back,
      test_keyboard__control_c_still_interrupts,
      test_keyboard__stopped_job_leaves_the_terminal_as_it_was,
      test_keyboard__job_in_the_background_leaves_the_terminal_alone,
      test_keyboard__there_may_be_no_terminal);
}
