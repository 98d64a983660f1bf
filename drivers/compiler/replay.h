/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the process that does a compiler driver's work: cc1, clang -cc1. */
#ifndef COMPILER_REPLAY_H
#define COMPILER_REPLAY_H

#include "compiler/compiler.h"
#include "compiler/words.h"
#include "compiler/runner.h"

/* Asks the driver with -### what it would start for the text `name`, and makes
 * a job of the one process that compiles. Outputs are discarded or go into the
 * test folder, no files are left behind, and the environment is the one that
 * the driver would set. `user` is the command with all extra arguments; if it
 * is not a driver but compiles by itself, the job is a copy with private
 * outputs. RD_ERR_UNSUPPORTED with the reason: this command cannot be replayed
 * (not gcc or clang, several compilations, a crash in another program, -###
 * output not understood, ...). The caller must check that the job shows the
 * same crash. Cost: a run with -###. */
rd_status replay_find(job *out, runner *run, const compiler *driver,
                      const job *user, const char *name, rd_error *err);

/* Makes a job from the -### output for the file; its outputs stay unchanged.
 * RD_ERR_UNSUPPORTED with the reason. */
rd_status replay_read(job *out, const char *printed, const char *file,
                      rd_error *err);

/* Adds the words of all commands in the -### output, each followed by the word
 * ";". */
void replay_commands(strings *out, const char *printed);

#endif
