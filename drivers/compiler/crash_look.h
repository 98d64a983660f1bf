/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the output of a test's run says. Only crash_test.c needs it. */
#ifndef COMPILER_CRASH_LOOK_H
#define COMPILER_CRASH_LOOK_H

#include "compiler/crash_test.h"

/* Before a run on self->active. */
void look_begin(crash_test *self);
/* Looks at what the run has printed, and kills it if that decides. */
void look_now(crash_test *self);
/* Looks at all that it printed before its end. */
void look_back(crash_test *self, const rd_run *run);
/* The verdict on a run of the command that was looked back at. */
rd_verdict look_verdict(const crash_test *self, const rd_run *run);
/* Does such a run of the judge accept the text? */
bool look_judge(const crash_test *self, const rd_run *run);
/* Did the disk run full under the compiler? That is no verdict. */
bool look_is_disk_full(const crash_test *self, const rd_run *run);
/* The crash that a run shows as a line if it is another one, else NULL;
 * caller's. */
char *look_for_other(const crash_test *self, const rd_run *run);
/* Notes that crash of a test that is over, for crash_oracle_take_other. */
void look_note_other(const crash_test *self);

#endif
