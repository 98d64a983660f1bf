/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What another compiler makes of the program. */
#ifndef WRONG_ANSWER_H
#define WRONG_ANSWER_H

#include "triage/matrix.h"
#include "wrong/find.h"

typedef enum wrong_answer {
  ANSWER_RIGHT,     /* the program does what the right one does */
  ANSWER_WRONG,     /* it differs in the expected way */
  ANSWER_OTHERWISE, /* it differs in another way */
  ANSWER_UNBUILT,
} wrong_answer;

/* Adds the words that build the program with a command. */
void answer_build(strings *out, const invocation *command);
/* Makes the plan that asks a compiler: the program that these words build, and
 * with `reference` the right one of `of`. Owner: release with plan_dispose. */
void answer_plan(plan *out, const plan *of, const strings *build,
                 bool reference);
/* Reads a run that has shown such a plan and exited. `good`: what the right
 * program does; NULL: the plan has the reference. *detail_out: how the programs
 * differ, in one line, or NULL; *messages_out: of the build, or NULL if `run` shows
 * none. Both are the caller's. */
wrong_answer answer_read(char **detail_out, char **messages_out, const plan *of,
                         const behaviour *good, const rd_run *run);
/* The same. The run becomes that of a compiler: of one that fails with its messages
 * if the program was not built, of one that works in silence if it was. */
wrong_answer answer_take(char **detail_out, rd_run *run, const plan *of,
                         const behaviour *good);
/* As matrix_run: what other compilers, and other levels, make of the text. `of`
 * has the program of options->command and the right one. */
rd_status wrong_matrix(matrix *out, const plan *of,
                       const wrong_options *options, rd_error *err);

#endif
