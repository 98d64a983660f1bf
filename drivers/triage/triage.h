/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locates a crash in the compiler: its stage and its pass. */
#ifndef TRIAGE_TRIAGE_H
#define TRIAGE_TRIAGE_H

#include "compiler/compiler.h"
#include "compiler/signature.h"

typedef struct triage {
  char *stage; /* "front end", "middle end", "back end"; NULL: not known */
  char *pass;  /* that crashes, such as "vrp1" or "SLPVectorizerPass on f";
                  NULL: not known */
  char *kind;  /* of the pass: "GIMPLE", "RTL", "IPA", "LLVM IR", "machine"; or
                  NULL */
  char
      *named_by; /* the source of the name: "the compiler's message", "the stack
                    dump", "-mllvm -opt-bisect-limit", "the last dump file"; or
                    NULL */
  char *confirmed;  /* options with which the file compiles without a crash,
                       such as "-fdisable-rtl-sms" or "-mllvm
                       -opt-bisect-limit=16"; NULL: none was found */
  char *limit;      /* the same with a limit one higher, with which it crashes,
                       such as "-mllvm -opt-bisect-limit=17"; or NULL */
  char *exposed_by; /* the pass that `limit` runs and `confirmed` does not, if
                       it is not `pass`; or NULL */
  char *rivals;     /* what else hides the bug if it is left out, so that the
                       pass may be one of these instead: "vect_slp, tree-pre";
                       or NULL */
  unsigned runs;    /* of the compiler */
} triage;

/* A crash, and what runs it. All lent. */
typedef struct crash_case {
  runner *run;
  const invocation *command; /* as it crashes */
  const compiler *compiler;
  const signature *expected; /* NULL: no crash, only for a report */
  const source *text;        /* the reduced file */
  const rd_limits *limits;
  const struct matrix_programs *programs; /* matrix_run asks about these instead
                                             of the crash; or NULL */
} crash_case;

/* Finds the stage and the pass; unknown values stay NULL, which is not an
 * error. RD_ERR_STOPPED, or a failure of the runner. Owner: release *out with
 * triage_dispose. Cost: at most about 20 runs, fewer if the compiler helps. */
rd_status triage_find(triage *out, const crash_case *given, rd_error *err);
void triage_dispose(triage *self);
/* One line for people; caller's; NULL: nothing is known. */
char *triage_line(const triage *self);

#endif
