/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Classifies a run of any compiler on a text. */
#ifndef COMPILER_OUTCOME_H
#define COMPILER_OUTCOME_H

#include "compiler/runner.h"

typedef enum outcome {
  OUTCOME_CRASH,    /* some crash */
  OUTCOME_ACCEPTED, /* exited with status 0 */
  OUTCOME_REJECTED, /* reported errors at places in the text */
  OUTCOME_FAILED,   /* failed without naming a place: an unknown option or a
                     missing file */
  OUTCOME_LATE, /* timed out, exceeded a limit, or was killed from outside */
  OUTCOME_NO_START, /* could not be started */
} outcome;

/* Classifies a run on the text `name`. *detail_out is the crash, the first
 * error or the reason, in one line, owned by the caller; NULL if there is none.
 */
outcome outcome_find(char **detail_out, const rd_run *run, const char *name);
/* The crash that a run shows, in one line, owned by the caller; NULL: none. */
char *outcome_crash(const rd_run *run);
/* The signal by which another process, or a limit of the user's shell, ended the run, or
 * as a driver says, what that runs; 0: none. */
int outcome_killer(const rd_run *run);
/* Was it a limit of the user's shell (ulimit -f, ulimit -t)? */
bool outcome_is_limited(const rd_run *run);
/* Did the disk fill up during the run? Then the run says nothing about the
 * text. */
bool outcome_is_disk_full(const rd_run *run, const char *text, size_t size);

#endif
