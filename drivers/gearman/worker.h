/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the functions of a worker share. */
#ifndef GEARMAN_WORKER_H
#define GEARMAN_WORKER_H

#include <libgearman/gearman.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "engine/net.h"
#include "compiler/runner.h"

enum { WORKER_PROCESSES = 1024 /* the most */ };

/* Memory that the processes share. */
typedef struct worker_page {
  _Atomic uint64_t running[WORKER_PROCESSES];   /* ticket, or 0 */
  _Atomic uint64_t cancelled[WORKER_PROCESSES]; /* the last that was */
} worker_page;

/* A function, and what it is for. */
typedef struct served {
  const char *program; /* a compiler; NULL: scripts */
  char *function;
  gearman_worker_fn *serve;
} served;

typedef struct worker_state {
  const char *server;
  char name[96]; /* of the worker */
  bool scripts, is_free, quiet;
  served *served;
  size_t served_count, jobs;
  worker_page *page;
  const char *texts; /* folder */
  pid_t first;       /* the process that looks after the others */
  pid_t pids[WORKER_PROCESSES];

  /* Of this process. */
  size_t number;
  char *full_name;
  runner run;                 /* of tests */
  volatile sig_atomic_t stop; /* the run */
} worker_state;

/* The worker; a process has one. */
extern worker_state worker;

void worker_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A runner with the rights of what comes from the network; `more` (NULL: none)
 * may be read too. */
rd_status worker_runner(runner *out, const char *const *more, rd_error *err);
/* Replaces a keeper that has died. If it died before too, the process ends, and
 * another takes its place. */
void worker_renew(runner *run);
/* Between these two a cancellation of the ticket sets worker.stop. It interrupts
 * runs only, not the talk with the server. */
void worker_begin(uint64_t ticket);
void worker_end(void);
/* Has the worker been told to end? */
bool worker_is_ended(void);

/* The message of a job, caller's; NULL: it is malformed. */
char *worker_take(size_t *size_out, gearman_job_st *from);
/* An answer as it travels, as gearman wants it; takes the text. */
void *worker_answer(size_t *size_out, textbuf *answer);

/* ---- the functions ---- */

/* One run of a command on a text (test.c); the context is a served. */
gearman_worker_fn worker_test;
/* A whole reduction (reduce.c). */
gearman_worker_fn worker_reduce;

#endif
