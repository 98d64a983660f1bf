/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ctrl-C and SIGTERM. */
#ifndef CLANG_HDD_INTERRUPT_H
#define CLANG_HDD_INTERRUPT_H

#include <signal.h>

/* The signal that asked us to stop, or 0. */
extern volatile sig_atomic_t interrupt_signal;

/* The first SIGINT, SIGTERM or SIGHUP sets interrupt_signal; the second ends the
 * program at once. */
void interrupt_install(void);

#endif
