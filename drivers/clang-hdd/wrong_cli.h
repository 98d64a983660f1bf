/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of --wrong-code, which `reduce` and `bisect` share. */
#ifndef CLANG_HDD_WRONG_CLI_H
#define CLANG_HDD_WRONG_CLI_H

#include "clang-hdd/exit_code.h"
#include "wrong/find.h"

typedef struct wrong_cli {
  bool code;
  char *line, *ub;
} wrong_cli;

/* The problem with the options, one line, caller's; NULL: there is none. */
char *wrong_cli_check(const wrong_cli *self);
/* What they ask for; the rest is empty. Lent. */
wrong_options wrong_cli_options(const wrong_cli *self);
/* The exit code for a program that is not built wrong. */
exit_code wrong_cli_code(wrong_fault fault);

#endif
