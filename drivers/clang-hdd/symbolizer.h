/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This program as the symbolizer of a crashing clang. */
#ifndef CLANG_HDD_SYMBOLIZER_H
#define CLANG_HDD_SYMBOLIZER_H

#include <stdbool.h>

/* Are we called as the symbolizer? */
bool symbolizer_is_called(const char *program);
/* Answers "unknown" to each question on standard input. */
int symbolizer_main(void);

#endif
