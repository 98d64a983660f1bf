/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records the events of a reduction for its report. */
#ifndef CLANG_HDD_CHRONICLE_H
#define CLANG_HDD_CHRONICLE_H

#include "report/report.h"

/* Forgets the steps after the first `count`. */
void chronicle_undo(report *to, size_t count);
/* Records an event: steps, and tests by pass and verdict. `ms`: since the
 * beginning of the run. Cost: a copy of each accepted text. */
void chronicle_note(report *to, const rd_event *event, uint64_t ms);
#endif
