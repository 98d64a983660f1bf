/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What one of several compilers does with a text. */
#ifndef BISECT_VERDICT_H
#define BISECT_VERDICT_H

#include <regex.h>

#include "bisect/search.h"
#include "compiler/crash_oracle.h"
#include "wrong/find.h"

typedef enum verdict_kind {
  VERDICT_CRASH,    /* the expected crash, or the property */
  VERDICT_FINE,     /* compiles the text, or rejects it because of errors in
                       it; with PROPERTY_WRONG the program is right */
  VERDICT_OTHER,    /* another crash; or a script cannot tell (status 125) */
  VERDICT_OPTIONS,  /* rejects an empty file too: it does not know an option, or
                       lacks a file of its own */
  VERDICT_LATE,     /* timed out, exceeded a limit, or was killed from
                       outside */
  VERDICT_NO_START, /* the program does not exist or cannot be run */
  VERDICT_UNBUILT,  /* with PROPERTY_WRONG: does not build the program, */
  VERDICT_DIFFERS,  /* or builds it wrong in another way */
  VERDICT_KINDS
} verdict_kind;

typedef struct verdict {
  verdict_kind kind;
  char *detail;  /* the crash, or the first error, as one line; or NULL */
  bool rejected; /* VERDICT_FINE because of errors in the text */
  unsigned runs, agreeing; /* runs of the command, and how many of them agree
                              with `kind`; fewer: unstable. A single crash makes
                              it VERDICT_CRASH */
} verdict;

void verdict_dispose(verdict *self);
/* What it says of the commit. */
bisect_answer verdict_answer(verdict_kind kind);

/* What the wrong code is, once it is known. */
typedef struct verdict_wrong {
  wrong_options with; /* lent; only what does not depend on a compiler is set */
  wrong_case found;   /* release with wrong_case_dispose */
  bool known;
} verdict_wrong;

/* What to look for. All lent. */
typedef struct verdict_question {
  runner *run;
  property_kind property;
  const signature *expected; /* with PROPERTY_CRASH: from verdict_learn */
  const regex_t *pattern;    /* or NULL; needed with PROPERTY_PATTERN */
  const match_level *level;  /* level at which verdict_learn reads the crash;
                                NULL: MATCH_FUNCTION, or MATCH_KIND if the runs
                                of one compiler disagree on that */
  verdict_wrong *wrong;      /* with PROPERTY_WRONG */
  source text;               /* its name is that of the command's file */
  rd_limits limits; /* wall and cpu time define a hang with PROPERTY_HANG,
                       memory defines too much with PROPERTY_MEMORY */
  unsigned repeat;  /* runs, which should all agree; 0: 3 */
} verdict_question;

/* Runs a command, as words, on the text. RD_ERR_STOPPED; RD_ERR_NOSPACE: the
 * disk ran full under the compiler; or a failure of the runner. Owner: *out is
 * released with verdict_dispose. Cost: `repeat` runs, or one if it is late or
 * cannot be started; plus one on an empty file if it fails without naming a
 * place in the text. */
rd_status verdict_find(verdict *out, const verdict_question *question,
                       const invocation *command, rd_error *err);
/* Learns the crash of a compiler: a signature at the strictest level (see
 * above) on which `repeat` runs agree. *out is empty if there is no crash or
 * the pattern does not match it. *unstable_out: some runs do not crash, or they
 * crash differently at each level. Ignores `question->expected`. Errors as
 * above. Owner: released with signature_dispose. */
rd_status verdict_learn(signature *out, bool *unstable_out,
                        const verdict_question *question,
                        const invocation *command, rd_error *err);
/* Learns how a compiler's program is wrong, for question->wrong, which stays
 * unknown if the case has a fault. Errors as of wrong_find. */
rd_status verdict_learn_wrong(const verdict_question *question,
                              const invocation *command, const compiler *from,
                              rd_error *err);
/* Why a compiler fails without a crash, one line of any bytes, to help users
 * find a wrong word in the command. *out is the caller's, or NULL: it accepts
 * the text, or is stopped. Errors as above. Cost: one run. */
rd_status verdict_complaint(char **out, const verdict_question *question,
                            const invocation *command, rd_error *err);

#endif
