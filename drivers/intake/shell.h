/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lines for a shell, as far as a compiler's command stands in them. */
#ifndef INTAKE_SHELL_H
#define INTAKE_SHELL_H

#include "base/text.h"
#include "reduce/status.h"

/* Adds the words of the compiler's command in a line such as
 * `cd build && CC=x gcc -c a.c >log 2>&1`. *directory_out becomes the folder
 * that it changes to, absolute, caller's; it stays as it is where it changes to
 * none. No shell is run. RD_ERR_UNSUPPORTED: the line expands variables or
 * commands; RD_ERR_INVALID: a quote is not closed, or there is no command. */
rd_status shell_read(strings *out, char **directory_out, const char *line,
                     const char *cwd, rd_error *err);

#endif
