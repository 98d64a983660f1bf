/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts of a report for which compilers have to run. */
#ifndef REPORT_EXAMINE_H
#define REPORT_EXAMINE_H

#include "compiler/signature.h"
#include "report/report.h"

/* What to run. All lent. */
typedef struct examine_request {
  runner *run;
  const invocation *command; /* as it crashes, with what is left of it */
  const compiler *compiler;
  const signature *expected; /* NULL: none; the output is taken as it is */
  const source *text;        /* the reduced file, under its name */
  const rd_limits *limits;
  bool no_run; /* the command is left alone: it would not end in time */
} examine_request;

/* Fills what is known of the compiler, the machine, the command and the crash.
 * A user who runs `reduced_command` sees `output`. *shown_out: that command
 * crashes as expected. RD_ERR_STOPPED, or a failure of the runner. Cost: three runs. */
rd_status report_examine(report *out, bool *shown_out,
                         const examine_request *request, rd_error *err);
/* What an output tells of the crash; what was there is replaced. */
void report_read_output(report *out);
/* Sets `system` and `date`. */
void report_look_around(report *out);

#endif
