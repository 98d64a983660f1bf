/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What one of many compilers does with one text. */
#ifndef BISECT_VERDICT_H
#define BISECT_VERDICT_H

#include <regex.h>

#include "compiler/crash_oracle.h"

typedef enum verdict_kind {
  VERDICT_CRASH,    /* the crash that is looked for, or the property */
  VERDICT_FINE,     /* compiles it, or rejects it with errors of the text */
  VERDICT_OTHER,    /* another crash; or a script cannot tell (status 125) */
  VERDICT_OPTIONS,  /* does not understand the command line, or lacks a file of
                       its own: it rejects an empty file too */
  VERDICT_LATE,     /* not done in time, too greedy, or killed from outside */
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

/* What is looked for. All lent. */
typedef struct verdict_question {
  runner *run;
  property_kind property;
  const signature *expected; /* with PROPERTY_CRASH: what verdict_learn gave */
  const regex_t *pattern;    /* or NULL; needed with PROPERTY_PATTERN */
  const match_level *level;  /* at which verdict_learn has to read the crash;
                                NULL: MATCH_FUNCTION, or MATCH_KIND where the
                                runs of one compiler do not agree on that */
  source text;               /* its name is that of the command's file */
  rd_limits limits; /* wall and cpu time are what a hang is, and memory what is
                       too much, with PROPERTY_HANG and PROPERTY_MEMORY */
  unsigned repeat;  /* runs, of which all should agree; 0: 3 */
} verdict_question;

/* Runs a command, as words, on the text. RD_ERR_STOPPED; RD_ERR_NOSPACE: the disk
 * ran full under the compiler; or a failure of the runner. Owner: *out is
 * released with verdict_dispose. Cost: `repeat` runs, one where it is late or
 * cannot be started; and one on an empty file where it fails without naming a
 * place in the text. */
rd_status verdict_find(verdict *out, const verdict_question *question,
                       const invocation *command, rd_error *err);
/* Finds out what a compiler that shows the crash shows: a signature at the
 * strictest level (see above) on which `repeat` runs agree. *out is empty if it
 * is no crash, or not one that the pattern matches. *unstable_out: not each of
 * the runs crashes, or they crash differently at each level.
 * `question->expected` is not looked at. Errors as above. Owner: released with
 * signature_dispose. */
rd_status verdict_learn(signature *out, bool *unstable_out,
                        const verdict_question *question,
                        const invocation *command, rd_error *err);
/* Why a compiler fails that does not crash, one line of any bytes, so that whoever
 * has a word wrong in the command finds it. *out is the caller's, or NULL: it
 * accepts the text, or is stopped. Errors as above. Cost: one run. */
rd_status verdict_complaint(char **out, const verdict_question *question,
                            const invocation *command, rd_error *err);

#endif
