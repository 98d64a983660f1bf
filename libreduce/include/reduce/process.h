/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs a command safely: without a terminal, in its own process group, under
 * limits, with captured output; no descendant survives.
 *
 * A *keeper* is a small child process that acts as the subreaper of everything
 * it starts, so it also finds processes that daemonise, and leaves the children
 * of an embedding program alone. It runs one command at a time. When the pipe
 * to its parent closes, even by kill -9 of the parent, it kills everything and
 * removes its scratch folders.
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
  uint64_t output_bytes; /* of stdout and stderr together to keep, the first and
                            the last half; 0 means 64 MiB */
  uint64_t file_bytes;   /* largest file (RLIMIT_FSIZE) */
} rd_limits;

/* A command. All pointers are lent for the call. */
typedef struct rd_run_spec {
  const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH if
                              it has no slash */
  const char *const *env;  /* NULL-terminated NAME=VALUE pairs added to the
                              keeper's environment ("NAME" alone unsets a
                              variable); NULL: none */
  const char *directory;   /* working directory; NULL: the keeper's */
  rd_limits limits;
  const char *wipe; /* folder whose content is removed after the run, without
                       following symbolic links; or NULL */
} rd_run_spec;

/* How a run ended. */
typedef enum rd_end {
  RD_END_EXIT,      /* status: exit status */
  RD_END_SIGNAL,    /* status: signal number */
  RD_END_WALL,      /* wall time ran out */
  RD_END_CPU,       /* CPU time ran out */
  RD_END_MEMORY,    /* memory ran out */
  RD_END_OUTPUT,    /* printed more than 256 MiB */
  RD_END_CANCELLED, /* rd_keeper_cancel */
  RD_END_NOSTART,   /* could not be started; status: errno */
  RD_END_PROCESSES, /* more than 1024 processes ran */
} rd_end;

/* The result of a run. */
typedef struct rd_run {
  rd_end end;
  int status;
  char *output; /* stdout and stderr in order of arrival, NUL-terminated, may
                   contain NULs; released by rd_run_dispose */
  size_t output_size;
  uint32_t wall_ms;
  uint32_t cpu_ms;
  uint64_t cpu_us;     /* the same in microseconds */
  uint64_t peak_bytes; /* largest resident size seen */
} rd_run;

RD_API void rd_run_dispose(rd_run *run);

typedef struct rd_keeper rd_keeper;

/* Forks a keeper. The keeper removes the folder `scratch` (may be NULL) with
 * all its content when this process ends, however it ends. Owner: *out is
 * released with rd_keeper_free. Call it before the process has threads. */
RD_API rd_status rd_keeper_new(rd_keeper **out, const char *scratch,
                               rd_error *err);
/* What a keeper's runs may do; all pointers are lent for the call. The lists end
 * with NULL, and {0} allows everything. */
typedef struct rd_sandbox {
  const char *const *writable; /* folders besides the scratch folder; NULL:
                                  everywhere */
  const char *const *readable; /* the same for reading and executing; if given,
                                  few devices can be used, and not /proc */
  const void *filter;          /* struct sock_fprog for seccomp(2), or NULL */
} rd_sandbox;

/* The same, but what it runs is held to `sandbox`; folders are, where
 * rd_sandbox_exists. Runs cannot gain rights by a set-user-id program then. */
RD_API rd_status rd_keeper_new_sandboxed(rd_keeper **out, const char *scratch,
                                         const rd_sandbox *sandbox,
                                         rd_error *err);
/* Has the system Landlock, in a version that serves (Linux 5.19)? */
RD_API bool rd_sandbox_exists(void);
/* Ends the keeper and whatever it runs, and removes the scratch folder. */
RD_API void rd_keeper_free(rd_keeper *keeper);
/* Starts a command; the keeper must be idle (asserted). */
RD_API rd_status rd_keeper_start(rd_keeper *keeper, const rd_run_spec *spec,
                                 rd_error *err);
/* A descriptor for poll(2) that becomes readable when the run has printed
 * something or has ended. */
RD_API int rd_keeper_fd(const rd_keeper *keeper);
/* Reads available output without waiting. *ended_out: the run has ended, and
 * rd_keeper_wait will not block. RD_ERR_DIED as below. An owner that polls
 * should call this occasionally even without output, to notice an overdue
 * keeper. */
RD_API rd_status rd_keeper_read(bool *ended_out, rd_keeper *keeper,
                                rd_error *err);
/* The output read so far; NUL-terminated, empty after rd_keeper_wait. Lent
 * until the next call with this keeper. */
RD_API const char *rd_keeper_output(size_t *size_out, const rd_keeper *keeper);
/* Waits for the end of the run. RD_ERR_DIED if the keeper died (the next start
 * fails too; make a new keeper) or was killed because it did not answer within
 * two minutes of the wall time limit or of a cancellation. */
RD_API rd_status rd_keeper_wait(rd_run *out, rd_keeper *keeper, rd_error *err);
/* Kills the run and keeps its output so far; the caller must still call
 * rd_keeper_wait. A run that has already ended by itself is reported that
 * way. */
RD_API void rd_keeper_cancel(rd_keeper *keeper);
/* Starts a run and waits for its end. */
RD_API rd_status rd_keeper_run(rd_run *out, rd_keeper *keeper,
                               const rd_run_spec *spec, rd_error *err);

/* Makes a private 0700 folder, on a tmpfs with enough room if possible, else in
 * $TMPDIR or /tmp. *out is the caller's, free(). */
RD_API rd_status rd_scratch_new(char **out, rd_error *err);
/* Can a file of 256 MiB be written in the folder? */
RD_API bool rd_scratch_has_room(const char *path);
/* Removes a folder and its contents; it need not exist. */
RD_API void rd_scratch_remove(const char *path);
/* Removes the contents of a folder but not the folder itself; does not follow
 * symbolic links. */
RD_API void rd_scratch_wipe(const char *path);

#ifdef __cplusplus
}
#endif
#endif
