/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs commands on a text, each in a fresh private folder. */
#ifndef COMPILER_RUNNER_H
#define COMPILER_RUNNER_H

#include <signal.h>

#include "compiler/sandbox.h"
#include "compiler/words.h"
#include "reduce/process.h"

typedef struct runner {
  rd_keeper *keeper;
  char *scratch;    /* private folder, removed on disposal */
  char *kept;       /* in scratch: files that outlive a run */
  char *wiped;      /* in scratch: emptied after each run */
  char *directory;  /* in wiped: working folder of commands */
  char *temporary;  /* in wiped: their TMPDIR */
  char *symbolizer; /* path of clang-hdd-symbolizer, or NULL */
  strings environment;
  size_t imposed; /* the first of these replace variables of the user */
  bool renewed;   /* the keeper was replaced once */
  bool
      sandboxed; /* commands write in the scratch folder and in `places` only */
  strings places;
  rd_sandbox rights; /* of commands; `readable` and the filter are lent */
  uint32_t probe_ms; /* limit of a question to a compiler; 0: 10 s */
  strings files; /* names of the files of a text with one of these names, which
                     joins them (joined.h); empty: a text is one file */
  const volatile sig_atomic_t *stop; /* waiting ends when this becomes non-zero;
                                        NULL: never */
  /* Called now and then while a run lasts, with its words; `since_ms` ago it
   * began, and after `most_ms` it is ended. When it is over, with NULL. */
  void (*waiting)(const char *const *argv, uint64_t since_ms, uint64_t most_ms);
  /* Called after a run that was refused something, with what it printed about
   * that, or NULL. */
  void (*refused)(sandbox_refusal what, const char *line);
  strings waited;             /* the words of the run, if `waiting` is set, */
  uint64_t begun_ms, most_ms; /* and its times */
} runner;

/* Creates the folders and starts the keeper; `sandboxed`, where the system can.
 * Must be called before any thread starts. */
rd_status runner_init(runner *out, bool sandboxed, rd_error *err);
/* The same with these rights, besides those to the scratch folder. */
rd_status runner_init_rights(runner *out, const rd_sandbox *rights,
                             rd_error *err);
/* Starts a keeper with the rights of the runner's own. */
rd_status runner_new_keeper(rd_keeper **out, const runner *self,
                            const char *scratch, rd_error *err);
/* Tells runner.refused what a run was refused. */
void runner_look(const runner *self, const rd_run *run);
void runner_dispose(runner *self);
/* Replaces a dead keeper; the folders stay. RD_ERR_DIED: the keeper died a
 * second time, so the problem is permanent. */
rd_status runner_renew(runner *self, rd_error *err);

/* A named text. */
typedef struct source {
  const char *name; /* NULL: write no file */
  const char *text;
  size_t size;
} source;

/* Makes the folders of a run, and writes the text into it, or its files. */
rd_status runner_prepare(runner *self, const source *input, rd_error *err);
/* Writes the text and starts the job; runner_wait must follow. */
rd_status runner_start_job(runner *self, job *what, const source *input,
                           const rd_limits *limits, rd_error *err);
/* Adds variables for all commands (NAME=VALUE, or NAME to unset it), except
 * variables that the runner sets itself. */
void runner_add_environment(runner *self, const strings *more);
/* Adds the runner's environment with `more` on top. */
void runner_environment(strings *out, const runner *self, const strings *more);
/* Adds the user's own values of the variables that the runner replaces, except
 * TMPDIR: the environment of a job that sees what the user sees. */
void runner_user_environment(strings *out, const runner *self);
/* RD_ERR_STOPPED: *self->stop was set; the run has been killed. */
rd_status runner_wait(rd_run *out, runner *self, rd_error *err);
/* The same, but cancels the run when `enough` (NULL: never) accepts its output
 * so far. */
rd_status runner_wait_until(rd_run *out, runner *self,
                            bool (*enough)(void *payload, const char *output,
                                           size_t size),
                            void *payload, rd_error *err);
/* Runs a command without an environment of its own to its end. */
rd_status runner_run(rd_run *out, runner *self, const char *const *argv,
                     const source *input, const rd_limits *limits,
                     rd_error *err);
/* The same, but ends like runner_wait_until. */
rd_status runner_run_until(rd_run *out, runner *self, const char *const *argv,
                           const source *input, const rd_limits *limits,
                           bool (*enough)(void *payload, const char *output,
                                          size_t size),
                           void *payload, rd_error *err);
/* Finds the fault address of a run; see faultaddr.h. */
rd_status runner_fault(char **out, runner *self, const char *const *argv,
                       const source *input, const rd_limits *limits,
                       rd_error *err);
/* The same if two runs agree on it, else NULL. */
rd_status runner_agreed_fault(char **out, runner *self, const char *const *argv,
                              const source *input, const rd_limits *limits,
                              rd_error *err);
/* The limit of memory for commands of which nothing is known: 4 GiB, or half of
 * the machine's if that is less. */
uint64_t runner_usual_memory(void);

#endif
