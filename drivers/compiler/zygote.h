/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiler process that has started and waits just before it reads its text;
 * each test is a fork of it. The interface follows that of a keeper. */
#ifndef COMPILER_ZYGOTE_H
#define COMPILER_ZYGOTE_H

#include "compiler/compiler.h"
#include "compiler/words.h"
#include "compiler/runner.h"

typedef struct zygote zygote;

/* Borrowed until zygote_free. */
typedef struct zygote_options {
  const job *job; /* cc1 or clang -cc1, from replay_find */
  compiler_family family;
  runner *run; /* provides folders and environment */
} zygote_options;

/* Starts the compiler on a stub and waits until it is ready. The process lives
 * in a keeper of its own, so no process outlives the zygote. RD_ERR_UNSUPPORTED
 * with the reason: a static program, a script, set-user-id, the stop is not
 * reached, ... Must be called before any thread starts. */
rd_status zygote_new(zygote **out, const zygote_options *options,
                     rd_error *err);
void zygote_free(zygote *self);
/* Writes the text and forks. One run at a time. */
rd_status zygote_start(zygote *self, const source *input,
                       const rd_limits *limits, rd_error *err);
/* Lets visitors, each by its own connection to a socket of this name in run->kept,
 * have runs under these limits; the owner can start none any more. */
rd_status zygote_attend(zygote *self, const char *name, const rd_limits *limits,
                        rd_error *err);
/* As a visitor: has one run in the current folder, with this output, and waits for
 * its end. false: the zygote is not there, or has died. */
bool zygote_visit(rd_end *end_out, int *status_out, const char *path,
                  int output);
/* For poll(2): readable when there is output or the run has ended. */
int zygote_fd(const zygote *self);
/* Like rd_keeper_read, rd_keeper_output, rd_keeper_cancel and rd_keeper_wait.
 * RD_ERR_DIED: the zygote died; the run says nothing. */
rd_status zygote_read(bool *ended_out, zygote *self, rd_error *err);
const char *zygote_output(size_t *size_out, const zygote *self);
void zygote_cancel(zygote *self);
rd_status zygote_wait(rd_run *out, zygote *self, rd_error *err);

#endif
