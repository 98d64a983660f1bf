/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What runs the reductions of a campaign: processes of this machine, or others,
 * which may run inputs too. */
#ifndef CAMPAIGN_ENGINE_H
#define CAMPAIGN_ENGINE_H

#include "base/text.h"
#include "reduce/status.h"

/* A whole reduction. All is lent for the call. */
typedef struct engine_job {
  size_t number;                  /* by which the caller knows it */
  const char *file;               /* to reduce; absolute */
  const char *const *command;     /* the compiler and its arguments */
  const char *const *environment; /* NAME=VALUE to set for it, NAME to unset */
  const char *directory;      /* the base of relative paths in the command */
  const char *const *options; /* more words of clang-hdd reduce */
  size_t jobs;                /* tests at the same time */
  bool resume;                /* there is the journal of one that was ended */
  bool here;                  /* it must run on this machine */
  const char *output; /* the reduced file, absolute; in a folder that exists.
                         Journal and report are beside it, and the file "log"
                         has what was said. */
} engine_job;

/* One that has ended. */
typedef struct engine_end {
  size_t number;
  int status; /* an exit code of clang-hdd; 128 + N: ended by signal N */
  const char *worker; /* who made the result elsewhere, so that it has to be
                         confirmed; lent until the next wait. NULL: this machine */
} engine_end;

typedef struct engine engine;
struct engine {
  size_t capacity; /* how many jobs may run at a time; it may change */
  /* Begins a job. RD_ERR_IO. */
  rd_status (*submit)(engine *self, const engine_job *job, rd_error *err);
  /* Waits until a job has ended, but not longer than this. RD_ERR_IO: one that
   * was taken cannot begin. */
  rd_status (*wait)(bool *ended_out, engine_end *out, engine *self, int most_ms,
                    rd_error *err);
  /* A line for the user about workers, caller's; NULL: nothing is new. */
  char *(*notice)(engine *self);
  /* The function by which workers run a program once, lent, and how many runs at a
   * time; NULL: none does. */
  const char *(*tests)(size_t *workers_out, engine *self, const char *program);
  /* A result of this worker was not confirmed: it is not asked any more. */
  void (*distrust)(engine *self, const char *worker);
  /* Ends all jobs, which can be continued, and releases the engine. */
  void (*free)(engine *self);
};

/* Runs jobs as local processes, which end with this one, however it ends. */
engine *engine_local(size_t capacity);
/* Gives jobs to workers too, through the server at HOST[:PORT]; `local` is taken.
 * `travel`: the options of jobs may. RD_ERR_UNSUPPORTED: the program was built
 * without workers; RD_ERR_IO. */
rd_status engine_remote(engine **out, engine *local, const char *server,
                        bool travel, rd_error *err);

#endif
