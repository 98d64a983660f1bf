/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What happens in a reduction, kept for its report. */
#ifndef CLANG_HDD_CHRONICLE_H
#define CLANG_HDD_CHRONICLE_H

#include "report/report.h"

/* Forgets the steps after the first `count`. */
void chronicle_undo(report *to, size_t count);
/* Takes in an event: the steps, and the tests by pass and verdict. `ms`: since
 * the beginning of the run. Cost: a copy of an accepted text. */
void chronicle_note(report *to, const rd_event *event, uint64_t ms);
#endif
