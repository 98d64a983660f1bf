/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keys pressed while the program runs. */
#ifndef CLANG_HDD_KEYBOARD_H
#define CLANG_HDD_KEYBOARD_H

#include <stdbool.h>

/* If standard input is a terminal, turns off line buffering and echo. Keys that
 * send signals keep their meaning. */
void keyboard_open(void);
/* Is it open, and standard input a terminal? */
bool keyboard_is_open(void);
/* The next key; 0 if none is waiting, or if there is no terminal or another job
 * owns it. Never waits. */
char keyboard_poll(void);
/* Restores the terminal. */
void keyboard_close(void);
/* The same, for a signal handler that ends the program. */
void keyboard_restore(void);

#endif
