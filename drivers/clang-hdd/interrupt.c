/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Stopping. The first signal only sets a flag, which the oracle and the
 * schedule check, so the best file is complete and the summary is printed. A
 * second signal means that the user does not want to wait: the program exits
 * at once. Signals that come together are one: timeout(1) sends its signal to
 * the program and to the group. The program also exits when the clean end takes
 * too long, because something computes or waits without looking at the flag:
 * the first signal starts a timer whose handler ends the program, and nothing
 * of ours blocks that. Only the summary is lost, since an accepted text is
 * written before it is used (J1). The keeper and the parse server see their
 * pipes close, kill the running processes and remove the scratch folder.
 */
#include "clang-hdd/interrupt.h"

#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "clang-hdd/keyboard.h"

volatile sig_atomic_t interrupt_signal;
volatile sig_atomic_t interrupt_skip;

/* Of two seconds, some are left to the system. */
enum { CLEAN_END_MS = 1800, TOGETHER_MS = 100 };

/* Global, because signal handlers have no argument to find it by. */
static timer_t deadline;

/* Has the first signal only just come? */
static bool is_together(void)
{
  struct itimerspec left;
  if (timer_gettime(deadline, &left))
    return false;
  long ms = left.it_value.tv_sec * 1000 + left.it_value.tv_nsec / 1000000;
  return ms > CLEAN_END_MS - TOGETHER_MS;
}

static void handle(int number)
{
  static const struct itimerspec clean_end = {
    .it_value = { CLEAN_END_MS / 1000, CLEAN_END_MS % 1000 * 1000000L }
  };
  if (interrupt_signal > 0) {
    if (is_together())
      return;
    keyboard_restore();
    _exit(128 + number);
  }
  interrupt_signal = number;
  (void)timer_settime(deadline, 0, &clean_end, NULL);
}

static void end_unclean(int number)
{
  static const char message[] =
      "\nclang-hdd: error: stopped without a summary, because the clean end "
      "took too long; a result, if there is one, is complete\n";
  keyboard_restore();
  if (interrupt_signal <= 0) /* somebody else's alarm */
    _exit(128 + number);
  (void)!write(STDERR_FILENO, message, sizeof message - 1);
  _exit((int)interrupt_code());
}

exit_code interrupt_code(void)
{
  switch (interrupt_signal) {
  case 0:
  case INTERRUPT_QUIT:
    return EXIT_DONE;
  case SIGINT:
    return EXIT_INTERRUPTED;
  default:
    return EXIT_TERMINATED;
  }
}

static void install(int number, void (*handler)(int))
{
  struct sigaction action = { .sa_handler = handler };
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(number, &action, NULL);
}

/* A program that starts us may block or ignore what ends us. */
static void install_deadline(void)
{
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                            .sigev_signo = SIGALRM };
  sigset_t set;
  install(SIGALRM, end_unclean);
  (void)sigemptyset(&set);
  (void)sigaddset(&set, SIGALRM);
  (void)sigprocmask(SIG_UNBLOCK, &set, NULL);
  (void)timer_create(CLOCK_MONOTONIC, &event, &deadline);
}

void interrupt_install(void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  install_deadline();
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction old;
    /* The parent process may have set it to be ignored (nohup). */
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      install(numbers[i], handle);
  }
  (void)signal(SIGPIPE, SIG_IGN);
  (void)signal(SIGXFSZ, SIG_IGN); /* writing fails instead (ulimit -f) */
}
