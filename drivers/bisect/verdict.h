/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What one of many compilers does with one text. */
#ifndef BISECT_VERDICT_H
#define BISECT_VERDICT_H

#include <regex.h>

#include "compiler/crash_oracle.h"

typedef enum verdict_kind {
  VERDICT_CRASH,    /* the crash that is looked for, or the property */
  VERDICT_FINE,     /* compiles it, or rejects it with errors of the text */
  VERDICT_OTHER,    /* another crash */
  VERDICT_OPTIONS,  /* does not understand the command line */
  VERDICT_LATE,     /* not done in time, or too greedy */
  VERDICT_NO_START, /* there is no such program, or it cannot be run */
} verdict_kind;

typedef struct verdict {
  verdict_kind kind;
  char *detail;  /* the crash, or the first error, as one line; or NULL */
  bool rejected; /* VERDICT_FINE because of errors of the text */
  unsigned runs, agreeing; /* runs of the command, and how many of them say so;
                              fewer: it comes and goes. One that crashes even
                              once is VERDICT_CRASH */
} verdict;

void verdict_dispose(verdict *self);
/* "crash", "fine" and the like; lent forever. */
const char *verdict_name(verdict_kind kind);

/* What is looked for. All lent. */
typedef struct verdict_question {
  runner *run;
  property_kind property;    /* CRASH, PATTERN, HANG or SCRIPT */
  const signature *expected; /* with PROPERTY_CRASH */
  const regex_t *pattern;    /* or NULL */
  source text;
  rd_limits limits;
  unsigned repeat; /* runs, of which all should agree; 0: 3 */
} verdict_question;

/* Runs a command, as words, on the text. RD_ERR_STOPPED, or a failure of the
 * runner. Owner: *out is released with verdict_dispose. Cost: `repeat` runs. */
rd_status verdict_find(verdict *out, const verdict_question *question,
                       const invocation *command, rd_error *err);
/* Finds out what a compiler that shows the crash shows: a signature at the
 * strictest level on which `repeat` runs agree. *out is empty if it is no crash.
 * *unstable_out: not each of them crashes. `question->expected` is not
 * looked at. Owner: released with signature_dispose. */
rd_status verdict_learn(signature *out, bool *unstable_out,
                        const verdict_question *question,
                        const invocation *command, rd_error *err);

#endif
