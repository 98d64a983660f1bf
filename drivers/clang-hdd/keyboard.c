/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads keys from the terminal.
 *
 * The terminal is shared with the shell, which takes it back when we are
 * stopped, and with the shell's other jobs, since we may be moved to the
 * background and back. The mode is therefore set only while we are the
 * foreground job, by the poll for keys: it notices that the terminal is ours
 * (again), saves its mode and sets ours. A background job that changed the
 * terminal would be stopped for it.
 *
 * Ctrl-Z has to restore the mode before the program stops. After any stop the
 * mode is set anew, since a shell sets its own in between.
 */
#include "clang-hdd/keyboard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* Global, because signal handlers have no argument to find these by. */
static bool is_open;
static volatile sig_atomic_t is_known; /* the previous mode is saved */
static volatile sig_atomic_t is_set; /* our mode is set, and unchanged since */
static struct termios original;
static struct sigaction old_stop, old_continue;

static bool in_foreground(void)
{
  return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

void keyboard_restore(void)
{
  is_set = 0;
  if (is_known && in_foreground())
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &original);
}

static void install(int number, void (*handler)(int))
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(number, &action, NULL);
}

static void stop(int number)
{
  int saved = errno;
  sigset_t set;
  keyboard_restore();
  install(number, SIG_DFL);
  (void)raise(number); /* stays pending until it is unblocked */
  (void)sigemptyset(&set);
  (void)sigaddset(&set, number);
  (void)sigprocmask(SIG_UNBLOCK, &set, NULL);
  install(number, stop);
  errno = saved;
}

static void go_on(int number)
{
  (void)number;
  is_set = 0;
}

void keyboard_open(void)
{
  if (is_open || !isatty(STDIN_FILENO))
    return;
  is_open = true;
  (void)sigaction(SIGTSTP, NULL, &old_stop);
  (void)sigaction(SIGCONT, NULL, &old_continue);
  /* The parent process may have set it to be ignored. */
  if (old_stop.sa_handler != SIG_IGN)
    install(SIGTSTP, stop);
  install(SIGCONT, go_on);
}

bool keyboard_is_open(void)
{
  return is_open;
}

void keyboard_close(void)
{
  if (!is_open)
    return;
  is_open = false;
  keyboard_restore();
  is_known = 0;
  (void)sigaction(SIGTSTP, &old_stop, NULL);
  (void)sigaction(SIGCONT, &old_continue, NULL);
}

static bool set_mode(void)
{
  struct termios mode;
  if (tcgetattr(STDIN_FILENO, &mode))
    return false;
  /* After an unforeseen stop the shell restores our own mode. */
  if (!is_known || (mode.c_lflag & ICANON))
    original = mode;
  is_known = 1;
  is_set = 1;
  mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  mode.c_cc[VMIN] = 0;
  mode.c_cc[VTIME] = 0;
  return tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0;
}

char keyboard_poll(void)
{
  if (!is_open)
    return 0;
  if (!in_foreground()) {
    is_set = 0;
    return 0;
  }
  if (!is_set && !set_mode())
    return 0;
  struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
  char key = 0;
  if (poll(&input, 1, 0) != 1 || read(STDIN_FILENO, &key, 1) != 1)
    return 0;
  return key;
}
