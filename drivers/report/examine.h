/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts of a report that require runs of the compiler. */
#ifndef REPORT_EXAMINE_H
#define REPORT_EXAMINE_H

#include "compiler/signature.h"
#include "report/report.h"

/* The command and its surroundings. All lent. */
typedef struct examine_request {
  runner *run;
  const invocation *command; /* as it crashes, reduced */
  const compiler *compiler;
  const signature *expected; /* NULL: none; the output is used as it is */
  const source *text;        /* the reduced file, under its name */
  const rd_limits *limits;
  bool no_run; /* do not run the command: it would time out */
} examine_request;

/* Sets the facts about the compiler, the command and the crash. `output` is
 * what `reduced_command` prints for a user. *shown_out: that command crashes as
 * expected. RD_ERR_STOPPED, or a failure of the runner. Cost: three runs. */
rd_status report_examine(report *out, bool *shown_out,
                         const examine_request *request, rd_error *err);
/* Sets message, function and place from `output`. */
void report_read_output(report *out);
/* Sets `system` and `date`. */
void report_look_around(report *out);

#endif
