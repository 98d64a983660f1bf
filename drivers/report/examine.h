/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts of a report that require runs of the compiler. */
#ifndef REPORT_EXAMINE_H
#define REPORT_EXAMINE_H

#include "report/report.h"

/* Sets the facts about the compiler, the command and the crash. `output` is
 * what `reduced_command` prints for a user. *shown_out: that command crashes as
 * expected. no_run: it is not run, since it would time out. RD_ERR_STOPPED, or a failure of the runner. Cost: three runs. */
rd_status report_examine(report *out, bool *shown_out, const crash_case *given,
                         bool no_run, rd_error *err);
/* Sets message, function and place from `output`. */
void report_read_output(report *out);
/* Sets `system` and `date`. */
void report_look_around(report *out);

#endif
