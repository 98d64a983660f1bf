/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs an input of a campaign, or what it was reduced to, once. */
#ifndef CAMPAIGN_FIRSTRUN_H
#define CAMPAIGN_FIRSTRUN_H

#include "campaign/look.h"
#include "intake/intake.h"
#include "intake/trial.h"

/* What a process needs for that. Lends its pointers. */
typedef struct firstrun {
  campaign *campaign;
  const look_options *options;
  runner run;
  bool has_runner;
} firstrun;

/* The compilations of an input; release with intake_dispose in any case. Errors
 * as intake_find and typed_read. */
rd_status firstrun_commands(intake *out, const campaign *self, const input *of,
                            const char *cwd, rd_error *err);
/* The runner of commands without an environment, lent. Errors as runner_init. */
rd_status firstrun_runner(runner **out, firstrun *self, rd_error *err);
/* Notes in the input what a run of it shows. */
void firstrun_take(input *out, const trial *made, const signature *found);
/* Runs the input, or what it was reduced to. RD_ERR_STOPPED: it was not; any
 * other failure is noted in it. */
rd_status firstrun_look(input *out, firstrun *self);
void firstrun_dispose(firstrun *self);

#endif
