/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says what is undefined in a program, and where. */
#ifndef WRONG_EXPLAIN_H
#define WRONG_EXPLAIN_H

#include "wrong/finding.h"

/* Makes the problem of the case what the first of GCC's and clang's sanitizers and
 * valgrind says of the original, or adds what GCC warns of; leaves it as it is if all
 * are silent or cannot be asked. Cost: up to six builds, which run beside each other. */
void explain_undefined(finding *self);
/* What such a tool has found, as "FILE:LINE:COLUMN: what", or without a place in the
 * file; NULL: it says nothing. Caller's. */
char *explain_read(const char *text, const char *file);

#endif
