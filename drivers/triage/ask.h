/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions for the triage: the same command with other options. */
#ifndef TRIAGE_ASK_H
#define TRIAGE_ASK_H

#include "triage/triage.h"

typedef enum answer {
  ANSWER_GONE,  /* it compiles */
  ANSWER_SAME,  /* the crash */
  ANSWER_OTHER, /* another crash, or a hang */
  ANSWER_FAILS, /* errors, such as an unknown option */
} answer;

/* The changes to the command. All may be NULL. */
typedef struct question {
  const char
      *options[8];  /* inserted right after the compiler; NULL-terminated */
  const char *mode; /* as in invocation_use */
  const char *output;
  const source *text; /* replaces the text of the crash; must have its name */
} question;

typedef struct asker {
  const crash_case *given;
  unsigned runs;
  unsigned hangs; /* runs that did not end in time */
  rd_error *err;
} asker;

/* Runs the command to its end. Release *run_out with rd_run_dispose, even if
 * *out is not wanted. */
rd_status ask_all(answer *out, rd_run *run_out, asker *self,
                  const question *what);
/* Like ask_all, but stops when the answer is known; for output before the
 * crash. */
rd_status ask_until(answer *out, rd_run *run_out, asker *self,
                    const question *what);
/* Like ask_until, for the answer alone. */
rd_status ask(answer *out, asker *self, const question *what);

/* The same for an option with a limit, such as "-fdbg-cnt=dce:" and 3. */
rd_status ask_limit(answer *out, asker *self, const char *option,
                    unsigned limit);
/* Finds the first limit that causes the crash, between `low`, which was run and
 * does not but has the answer `below`, and *high, which does. If the file
 * compiles with the limit before it, sets `confirmed` and `limit`. */
rd_status ask_first(triage *out, asker *self, const char *option, unsigned low,
                    answer below, unsigned *high);

/* The families whose crashes can be located; each sets the facts that it
 * finds. */
rd_status triage_clang(triage *out, asker *self);
rd_status triage_llvm(triage *out, asker *self);
rd_status triage_gcc(triage *out, asker *self);

#endif
