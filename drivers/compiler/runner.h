/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs commands on a text, each in a fresh private folder. */
#ifndef COMPILER_RUNNER_H
#define COMPILER_RUNNER_H

#include <signal.h>

#include "compiler/words.h"
#include "reduce/process.h"

typedef struct runner {
  rd_keeper *keeper;
  char *scratch;    /* private folder, removed at the end */
  char *kept;       /* in it: files that outlive a run */
  char *wiped;      /* in it: emptied after each run */
  char *directory;  /* in wiped: where commands run */
  char *temporary;  /* in wiped: their TMPDIR */
  char *symbolizer; /* the file of clang-hdd-symbolizer, or NULL */
  strings environment;
  bool renewed;                      /* the keeper is the second one */
  const volatile sig_atomic_t *stop; /* when it becomes non-zero, waiting ends;
                                        NULL: never */
} runner;

/* Makes the folders and starts the keeper. Call it before there are threads. */
rd_status runner_init(runner *out, rd_error *err);
void runner_dispose(runner *self);
/* Replaces a keeper that died; the folders stay. RD_ERR_DIED: it is the second
 * time, so something is wrong for good. */
rd_status runner_renew(runner *self, rd_error *err);

/* A text under a name. */
typedef struct source {
  const char *name; /* NULL: no file is written */
  const char *text;
  size_t size;
} source;

/* Writes the text and starts the command; runner_wait has to follow. */
rd_status runner_start(runner *self, const char *const *argv,
                       const source *input, const rd_limits *limits,
                       rd_error *err);
/* The same for a job with an environment of its own. */
rd_status runner_start_job(runner *self, job *what, const source *input,
                           const rd_limits *limits, rd_error *err);
/* Gives all its commands these variables too (NAME=VALUE, or NAME to unset it),
 * but none that it sets itself. */
void runner_add_environment(runner *self, const strings *more);
/* Adds the runner's environment with `more` on top. */
void runner_environment(strings *out, const runner *self, const strings *more);
/* RD_ERR_STOPPED: *self->stop was set; the run is dead. */
rd_status runner_wait(rd_run *out, runner *self, rd_error *err);
/* Both. */
rd_status runner_run(rd_run *out, runner *self, const char *const *argv,
                     const source *input, const rd_limits *limits,
                     rd_error *err);
/* The same, but the run is cancelled when `enough` says so of its output so
 * far. */
rd_status runner_run_until(rd_run *out, runner *self, const char *const *argv,
                           const source *input, const rd_limits *limits,
                           bool (*enough)(void *payload, const char *output,
                                          size_t size),
                           void *payload, rd_error *err);
/* Asks for the fault address of a run; see faultaddr.h. */
rd_status runner_fault(char **out, runner *self, const char *const *argv,
                       const source *input, const rd_limits *limits,
                       rd_error *err);

#endif
