/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process in which a compiler's driver does the work: cc1, clang -cc1. */
#ifndef COMPILER_REPLAY_H
#define COMPILER_REPLAY_H

#include "compiler/compiler.h"
#include "compiler/words.h"
#include "compiler/runner.h"

/* Asks the driver with -### what it would start for the text `name` and makes a
 * job of the one process that compiles: outputs go nowhere or into the folder
 * of the test, nothing is left behind, and the environment is what the driver
 * would have set. `user` is the command with all extra arguments; if it is no
 * driver but compiles by itself, the job is a copy with private outputs.
 * RD_ERR_UNSUPPORTED with the reason: this command cannot be replayed (no gcc
 * or clang, several compilations, a crash in another program, -### not
 * understood, ...). Whether the job shows the same crash is the caller's to
 * try. Cost: a run of -###. */
rd_status replay_find(job *out, runner *run, const compiler *driver,
                      const job *user, const char *name, rd_error *err);

/* Makes a job of what -### printed for the file; its outputs are as they were.
 * RD_ERR_UNSUPPORTED with the reason. */
rd_status replay_read(job *out, const char *printed, const char *file,
                      rd_error *err);

#endif
