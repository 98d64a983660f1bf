/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests at workers, for --server. */
#ifndef CLANG_HDD_WORKERS_H
#define CLANG_HDD_WORKERS_H

#include "clang-hdd/oracle.h"

enum { WORKERS_DEFAULT_JOBS = 64 };

/* Gets the oracle the workers that its request asks for. If they cannot run its
 * tests, that is said, and none are used. */
exit_code workers_engage(oracle *self);
/* What they did, in a line, caller's; NULL: there were none. */
char *workers_line(const oracle *self);

#endif
