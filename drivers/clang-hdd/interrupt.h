/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ctrl-C and SIGTERM, and what the keys of a terminal ask for. */
#ifndef CLANG_HDD_INTERRUPT_H
#define CLANG_HDD_INTERRUPT_H

#include <signal.h>

#include "clang-hdd/exit_code.h"

/* The signal that asked us to stop, INTERRUPT_QUIT, or 0. */
extern volatile sig_atomic_t interrupt_signal;
enum { INTERRUPT_QUIT = -1 };
/* Set to make the search leave the current pass. */
extern volatile sig_atomic_t interrupt_skip;

/* The first SIGINT, SIGTERM or SIGHUP sets interrupt_signal, and the program
 * ends within two seconds whatever it does; a later one ends it at once. */
void interrupt_install(void);
/* The exit code for the signal that stopped us; EXIT_DONE if none did. */
exit_code interrupt_code(void);

#endif
