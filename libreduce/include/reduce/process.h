/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Running a command safely: without a terminal, in a process group of its own,
 * under limits, with its output captured and every descendant dead afterwards.
 *
 * A *keeper* is a small child process that is the subreaper of all that it
 * starts, so that processes that daemonise are found too and the children of an
 * embedding program are left alone. It runs one command at a time, and kills
 * everything and removes its scratch folders when the pipe to its parent
 * closes, kill -9 of the parent included.
 */
#ifndef REDUCE_PROCESS_H
#define REDUCE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "reduce/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Limits of a run; 0 means none. */
typedef struct rd_limits {
  uint32_t wall_ms;
  uint32_t cpu_ms;       /* of the whole group */
  uint64_t memory_bytes; /* resident, of the whole group */
  uint64_t output_bytes; /* stdout and stderr together; 0 means 64 MiB */
  uint64_t file_bytes;   /* largest file (RLIMIT_FSIZE) */
} rd_limits;

/* A command. All pointers lent for the call. */
typedef struct rd_run_spec {
  const char *const *argv; /* NULL-terminated; argv[0] found in PATH if it has
                              no slash */
  const char *const *env;  /* NULL-terminated NAME=VALUE pairs set on top of the
                              keeper's own environment ("NAME" alone unsets it);
                              NULL: none */
  const char *directory;   /* working directory; NULL: the keeper's */
  rd_limits limits;
  const char *wipe; /* folder whose content is removed after the run, or
                              NULL; never followed through symbolic links */
} rd_run_spec;

/* How a run ended. */
typedef enum rd_end {
  RD_END_EXIT,      /* status: exit status */
  RD_END_SIGNAL,    /* status: signal number */
  RD_END_WALL,      /* wall time ran out */
  RD_END_CPU,       /* CPU time ran out */
  RD_END_MEMORY,    /* memory ran out, or more than 1024 processes ran */
  RD_END_OUTPUT,    /* printed too much */
  RD_END_CANCELLED, /* rd_keeper_cancel */
  RD_END_NOSTART,   /* could not be started; status: errno */
} rd_end;

/* The result of a run. */
typedef struct rd_run {
  rd_end end;
  int status;
  char *output; /* stdout and stderr as they came, NUL-terminated, may hold
                   NULs; released by rd_run_dispose */
  size_t output_size;
  uint32_t wall_ms;
  uint32_t cpu_ms;
  uint64_t cpu_us;     /* the same, finer */
  uint64_t peak_bytes; /* largest resident size seen */
} rd_run;

RD_API void rd_run_dispose(rd_run *run);

typedef struct rd_keeper rd_keeper;

/* Forks a keeper. `scratch` (may be NULL) is a folder that the keeper removes
 * with all its content when this process ends, however it ends.
 * Owner: *out is released with rd_keeper_free. Call it before the process has
 * threads. */
RD_API rd_status rd_keeper_new(rd_keeper **out, const char *scratch,
                               rd_error *err);
/* Ends the keeper, whatever it runs, and removes the scratch folder. */
RD_API void rd_keeper_free(rd_keeper *keeper);
/* Starts a command; the keeper must be idle (asserted). */
RD_API rd_status rd_keeper_start(rd_keeper *keeper, const rd_run_spec *spec,
                                 rd_error *err);
/* A descriptor that is readable when the run has printed something or has
 * ended, for poll(2). */
RD_API int rd_keeper_fd(const rd_keeper *keeper);
/* Takes in what came, without waiting. *ended_out: the run has ended and
 * rd_keeper_wait will not wait. RD_ERR_DIED as below. An owner that polls calls
 * it now and then even if nothing came, to notice an overdue keeper. */
RD_API rd_status rd_keeper_read(bool *ended_out, rd_keeper *keeper,
                                rd_error *err);
/* What the run has printed as far as it was taken in; NUL-terminated, empty
 * after rd_keeper_wait. Lent until the next call with this keeper. */
RD_API const char *rd_keeper_output(size_t *size_out, const rd_keeper *keeper);
/* Waits for the end of the run. RD_ERR_DIED if the keeper died (the next start
 * fails too; make a new one), or was ended because it did not answer: two
 * minutes after the limit of wall time or a cancellation. */
RD_API rd_status rd_keeper_wait(rd_run *out, rd_keeper *keeper, rd_error *err);
/* Kills the run, whose output so far is kept; rd_keeper_wait still has to be
 * called. A run that has ended by itself is told as such. */
RD_API void rd_keeper_cancel(rd_keeper *keeper);
/* Start and wait. */
RD_API rd_status rd_keeper_run(rd_run *out, rd_keeper *keeper,
                               const rd_run_spec *spec, rd_error *err);

/* Makes a private 0700 folder on tmpfs where there is one with room, else in
 * $TMPDIR or /tmp. *out is the caller's, free(). */
RD_API rd_status rd_scratch_new(char **out, rd_error *err);
/* Removes a folder and all in it; missing is fine. */
RD_API void rd_scratch_remove(const char *path);
/* Removes all that is in the folder, which stays; symbolic links are not
 * followed. */
RD_API void rd_scratch_wipe(const char *path);

#ifdef __cplusplus
}
#endif
#endif
