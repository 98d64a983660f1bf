/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Stopping. The first signal only sets a flag, which the oracle and the
 * schedule check, so the best file is complete and the summary is printed. A
 * second signal means that the user does not want to wait: the program exits
 * at once. The keeper sees its pipe close, kills the running processes and
 * removes the scratch folder.
 */
#include "clang-hdd/interrupt.h"

#include <string.h>
#include <unistd.h>

#include "clang-hdd/keyboard.h"

volatile sig_atomic_t interrupt_signal;
volatile sig_atomic_t interrupt_skip;

static void handle(int number)
{
  if (interrupt_signal > 0) {
    keyboard_restore();
    _exit(128 + number);
  }
  interrupt_signal = number;
}

void interrupt_poll_keys(void)
{
  for (char key; (key = keyboard_poll());) {
    if (key == 's')
      interrupt_skip = 1;
    if (key == 'q' && !interrupt_signal)
      interrupt_signal = INTERRUPT_QUIT;
  }
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

void interrupt_install(void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  (void)sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction old;
    /* The parent process may have set it to be ignored (nohup). */
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
      (void)sigaction(numbers[i], &action, NULL);
  }
  (void)signal(SIGPIPE, SIG_IGN);
}
