/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions of the triage: the command once more, with other options. */
#ifndef TRIAGE_ASK_H
#define TRIAGE_ASK_H

#include "triage/triage.h"

typedef enum answer {
  ANSWER_GONE,  /* it compiles */
  ANSWER_SAME,  /* the crash */
  ANSWER_OTHER, /* another crash, or no end */
  ANSWER_FAILS, /* errors: an option that it does not know, say */
} answer;

/* What is changed in the command. All may be NULL. */
typedef struct question {
  const char *options[8]; /* put right after the compiler; NULL-terminated */
  const char *mode;       /* as in invocation_use */
  const char *output;
  const source *text; /* instead of the crash's; it has to have its name */
} question;

typedef struct asker {
  const triage_request *request;
  unsigned runs;
  unsigned hangs; /* runs that did not end in time */
  rd_error *err;
} asker;

/* Runs it to its end. *run_out is released with rd_run_dispose, also where *out
 * is not wanted. */
rd_status ask_all(answer *out, rd_run *run_out, asker *self,
                  const question *what);
/* The same until the answer is known, for what is printed before the crash. */
rd_status ask_until(answer *out, rd_run *run_out, asker *self,
                    const question *what);
/* The same for the answer alone. */
rd_status ask(answer *out, asker *self, const question *what);

/* The two families whose crashes can be located; each fills in what it finds.
 */
rd_status triage_clang(triage *out, asker *self);
rd_status triage_gcc(triage *out, asker *self);

#endif
