/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a run is told by. */
#ifndef CLANG_HDD_RUN_FACTS_H
#define CLANG_HDD_RUN_FACTS_H

#include "clang-hdd/run_file.h"
#include "clang-hdd/session.h"

/* The facts that are known when the compiler is. */
void run_facts_set_early(run_file *out, session *self);
/* The others, known when the search can begin. */
void run_facts_set_late(run_file *out, const session *self);
/* What to say when this fact of the earlier run is not that of the present one,
 * such as "its command was: cc -c bug.c"; caller's. */
char *run_facts_difference(const char *fact, const run_file *earlier);

#endif
