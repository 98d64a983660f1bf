/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The report of a reduction. */
#ifndef CLANG_HDD_REPORT_STEP_H
#define CLANG_HDD_REPORT_STEP_H

#include "clang-hdd/session.h"

/* Writes <stem>.report/ beside the result, unless --no-report; nothing of it is
 * needed for the result, so a failure is a warning; what is given back tells of
 * an interruption that left it out. Cost: three runs of the
 * compiler. */
exit_code session_report(session *self);
/* Would a report be written, and is there none yet? */
bool report_step_is_due(const session *self);
/* For the summary: what was written, NULL: nothing; caller's. */
char *report_step_line(const session *self);

#endif
