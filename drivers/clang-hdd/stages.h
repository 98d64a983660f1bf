/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The stages of `reduce`, each a value that is made of those before it and that
 * those after it only read: request, subject, property, original, oracle,
 * outcome. reduce.c makes them, in this order; those that tell of a run read
 * them, and a stage that was not reached is zero.
 */
#ifndef CLANG_HDD_STAGES_H
#define CLANG_HDD_STAGES_H

#include "clang-hdd/reduction.h"

typedef struct stages {
  progress progress; /* what people are shown on the way */
  request request;
  alongside *alongside; /* the bisection of --bisect, or NULL */
  subject subject;
  output output;
  resumption journal;
  property property;
  original original;
  oracle oracle;
  reduction reduction;
  outcome outcome;
} stages;

/* --explain-oracle (explain.c): tries everything that a test can run and prints
 * it on standard output. Cost: some runs of each way. */
exit_code explain_oracle(const stages *of);

/* ---- findings.c: what is found out of the result ---- */

/* Where in the compiler the crash is, and what other compilers do, as far as a
 * report or the user wants them. Never fails: what goes wrong is a warning. */
void find_triage(report *out, const stages *of);
/* Writes <stem>.report/ beside the result, unless --no-report; nothing of it is
 * needed for the result, so a failure is a warning; what is given back tells of
 * an interruption that left it out. *path_out: the folder, caller's, if it is
 * written. Cost: three runs of the compiler. */
exit_code write_report(report *out, char **path_out, const stages *of);

/* ---- summary.c: what came out, in the end ---- */

/* Prints the closing summary on standard error, unless --quiet. */
void summary_print(const stages *of);
/* Prints the last event of --json, whatever the exit code. */
void summary_print_json(const stages *of, exit_code code);

#endif
