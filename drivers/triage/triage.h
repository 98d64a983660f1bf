/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where in the compiler a crash is: its stage and its pass. */
#ifndef TRIAGE_TRIAGE_H
#define TRIAGE_TRIAGE_H

#include "compiler/compiler.h"
#include "compiler/signature.h"

typedef struct triage {
  char *stage; /* "front end", "middle end", "back end"; NULL: not known */
  char *pass;  /* in which it crashes, such as "vrp1" or "SLPVectorizerPass on
                  f"; NULL: not known */
  char *kind;  /* of the pass: "GIMPLE", "RTL", "IPA", "LLVM IR", "machine"; or
                  NULL */
  char
      *named_by; /* the source of the name: "the compiler's message", "the stack
                      dump", "-mllvm -opt-bisect-limit", "the last dump file"; or
                      NULL */
  char *confirmed;  /* options with which the crash is gone and the file
                      compiles, such as "-fdisable-rtl-sms" or "-mllvm
                      -opt-bisect-limit=16"; NULL: none was found */
  char *limit;      /* and with one more the crash is there, such as "-mllvm
                      -opt-bisect-limit=17"; or NULL */
  char *exposed_by; /* the pass that `limit` lets run and `confirmed` does not,
                       where it is another one than `pass`; or NULL */
  unsigned runs;    /* of the compiler */
} triage;

/* The crash. All lent. */
typedef struct triage_request {
  runner *run;
  const invocation *command; /* as it crashes */
  const compiler *compiler;
  const signature *expected;
  const source *text;
  const rd_limits *limits;
} triage_request;

/* Looks for the stage and the pass; what cannot be found stays NULL, which is
 * no error. RD_ERR_STOPPED, or a failure of the runner. Owner: *out is released
 * with triage_dispose. Cost: about 20 runs at most, fewer where the compiler
 * helps. */
rd_status triage_find(triage *out, const triage_request *request,
                      rd_error *err);
void triage_dispose(triage *self);
/* One line for people; caller's; NULL if nothing is known. */
char *triage_line(const triage *self);

#endif
