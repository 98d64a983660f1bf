/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a compilation once, to see what it does. */
#ifndef INTAKE_TRIAL_H
#define INTAKE_TRIAL_H

#include "compiler/compiler.h"
#include "compiler/signature.h"
#include "intake/intake.h"

/* What was run, and the run. {0} is empty. */
typedef struct trial {
  char *file; /* content of the compilation's file */
  size_t file_size;
  source text; /* what was compiled: its name, and a part of `file` */
  invocation command;
  compiler compiler;
  strings argv;
  rd_run run;
} trial;

/* Gets ready to run the command of a compilation on its file, or if `instead` is
 * not NULL, on that file in its place. Cost: the runs of compiler_probe, unless the
 * call before this one had the same command. RD_ERR as those of the runner.
 * Owner: release *out with trial_dispose in any case. */
rd_status trial_prepare(trial *out, const compilation *what,
                        const char *instead, const char *cwd, runner *run,
                        rd_error *err);
/* The same, and runs it. */
rd_status trial_run(trial *out, const compilation *what, const char *instead,
                    const char *cwd, runner *run, const rd_limits *limits,
                    rd_error *err);
/* The crash that it shows, with the address of the fault if it names no place;
 * no facts: none. Cost: two traced runs, for an address. Owner:
 * signature_dispose. */
rd_status trial_signature(signature *out, trial *self, runner *run,
                          const rd_limits *limits, rd_error *err);
void trial_dispose(trial *self);

#endif
