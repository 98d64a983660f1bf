/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ctrl-C, SIGTERM, and the keys of a terminal. */
#ifndef CLANG_HDD_INTERRUPT_H
#define CLANG_HDD_INTERRUPT_H

#include <signal.h>

#include "clang-hdd/exit_code.h"

/* The signal that asked us to stop, INTERRUPT_QUIT, or 0. */
extern volatile sig_atomic_t interrupt_signal;
enum { INTERRUPT_QUIT = -1 };
/* Set to have the present pass left. */
extern volatile sig_atomic_t interrupt_skip;

/* The first SIGINT, SIGTERM or SIGHUP sets interrupt_signal; the second ends
 * the program at once. */
void interrupt_install(void);
/* Looks for keys: `s` sets interrupt_skip, `q` has the program stop as if it
 * had done as many tests as it may. */
void interrupt_poll_keys(void);
/* The exit code for the signal that stopped us; EXIT_DONE: none did. */
exit_code interrupt_code(void);

#endif
