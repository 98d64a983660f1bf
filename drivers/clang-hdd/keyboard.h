/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keys pressed while the program works. */
#ifndef CLANG_HDD_KEYBOARD_H
#define CLANG_HDD_KEYBOARD_H

/* Has keys delivered without Enter and unseen, if standard input is a terminal.
 * Keys that the terminal makes signals of keep their meaning. */
void keyboard_open(void);
/* The next key, or 0 if none is waiting, there is no terminal, or it belongs to
 * another job. Never waits. */
char keyboard_poll(void);
/* Gives the terminal back as it was. */
void keyboard_close(void);
/* The same, for a signal handler that ends the program. */
void keyboard_restore(void);

#endif
