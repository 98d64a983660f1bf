/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What became of a run of any compiler on a text. */
#ifndef COMPILER_OUTCOME_H
#define COMPILER_OUTCOME_H

#include "compiler/runner.h"

typedef enum outcome {
  OUTCOME_CRASH,    /* some crash */
  OUTCOME_ACCEPTED, /* it ended with status 0 */
  OUTCOME_REJECTED, /* it found errors at places of the text */
  OUTCOME_FAILED,   /* it failed and names no place: an option that it does not
                       know, a file that it lacks */
  OUTCOME_LATE,     /* not done in time, too greedy, or killed from outside */
  OUTCOME_NO_START, /* it cannot be run */
} outcome;

/* Reads a run on the text of that name. *detail_out is the crash, the first
 * error or the reason, in one line, the caller's; NULL: there is nothing to
 * say. */
outcome outcome_find(char **detail_out, const rd_run *run, const char *name);
/* The crash that a run shows, in one line; NULL: none; caller's. */
char *outcome_crash(const rd_run *run);
/* Was it ended by a signal that somebody else sent? */
bool outcome_is_killed(const rd_run *run);
/* Did the disk run full under it? Then it says nothing of the text. */
bool outcome_is_disk_full(const rd_run *run, const char *text, size_t size);

#endif
