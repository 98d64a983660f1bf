/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The stages of `reduce`: request, subject, property, original, oracle,
 * outcome. Each is a value that is made from those before it and that those
 * after it only read. reduce.c makes them, in this order; the code that
 * reports on a run reads them. A stage that was not reached is zero.
 */
#ifndef CLANG_HDD_STAGES_H
#define CLANG_HDD_STAGES_H

#include "clang-hdd/reduction.h"

typedef struct stages {
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
 * it on standard output. Cost: some runs in each mode. */
exit_code explain_oracle(const stages *of);

/* ---- findings.c: what is learned from the result ---- */

/* Finds the crash site in the compiler and compares other compilers, to the
 * extent that a report or the user wants it. Never fails: a problem is a
 * warning. */
void find_triage(report *out, const stages *of);
/* Writes <stem>.report/ beside the result, unless --no-report. The result does
 * not depend on it, so a failure is a warning; the code returned reports an
 * interruption that prevented it. *path_out: the folder, caller's, if it is
 * written. Cost: three runs of the compiler. */
exit_code write_report(report *out, char **path_out, const stages *of);

/* ---- summary.c: the outcome, at the end ---- */

/* Prints the closing summary on standard error, unless --quiet. */
void summary_print(const stages *of);
/* With --json, prints the last event, whatever the exit code. */
void summary_print_json(const stages *of, exit_code code);

#endif
