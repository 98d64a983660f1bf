/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The modes in which a command can run on a text, and the cost of each. */
#ifndef COMPILER_EXEC_MODE_H
#define COMPILER_EXEC_MODE_H

#include "compiler/compiler.h"
#include "compiler/words.h"
#include "compiler/zygote.h"
#include "engine/courier.h"

/* Fastest first. */
typedef enum exec_mode {
  EXEC_ZYGOTE,  /* a fork of a compiler that has already started */
  EXEC_SPAWN,   /* the process that the driver would start */
  EXEC_COMMAND, /* the user's own command */
  EXEC_WORKER,  /* the same, at a worker; never the fastest, since the caller
                   chooses it */
  EXEC_COUNT
} exec_mode;

/* A name such as "zygote"; static. */
const char *exec_mode_name(exec_mode which);

typedef enum exec_mode_state {
  EXEC_UNTRIED, /* the caller has not yet validated it */
  EXEC_TRUSTED,
  EXEC_OFF,
} exec_mode_state;

/* Accumulated cost of the runs in one mode. */
typedef struct exec_mode_cost {
  uint64_t runs;
  uint64_t cpu_us;
  uint64_t wall_us;
} exec_mode_cost;

/* The modes of one command, shared by all its slots. */
typedef struct exec_modes {
  job command;
  job replayed; /* for spawned processes and zygotes; empty until needed */
  const compiler *compiler; /* borrowed; NULL: only EXEC_COMMAND */
  const char *name;         /* of the text; borrowed */
  exec_mode_state states[EXEC_COUNT];
  char *reasons[EXEC_COUNT]; /* why a mode is off; NULL: unknown compiler, or no
                                text in the command */
  exec_mode_cost costs[EXEC_COUNT];
  uint64_t recent_us[EXEC_COUNT]; /* mean CPU time of the recent runs; 0:
                                     none */
  unsigned deaths;                /* number of zygotes that died */
} exec_modes;

/* Copies the command. `of` is the compiler that it runs, or NULL. */
void exec_modes_init(exec_modes *out, const char *const *argv, const char *name,
                     const compiler *of);
void exec_modes_dispose(exec_modes *self);
/* The fastest mode that is not off. */
exec_mode exec_modes_fastest(const exec_modes *self);
void exec_modes_turn_off(exec_modes *self, exec_mode which, const char *reason);

/* A place in which a command runs in any mode, one run at a time. {0} is an
 * empty slot. Each slot creates its own zygote on demand. */
typedef struct exec_slot {
  exec_modes *of;
  runner *run;
  zygote *zygote;
  courier *courier;   /* for EXEC_WORKER, or NULL; borrowed */
  size_t place;       /* in it */
  bool prove;         /* the worker has to run the base as well */
  const char *worker; /* that of the last run; lent until the next */
  bool is_lost;       /* no worker answered: the next run is here */
  exec_mode used;     /* by the current run */
  uint64_t begin_us;
} exec_slot;

void exec_slot_init(exec_slot *out, exec_modes *of, runner *run);
void exec_slot_dispose(exec_slot *self);
/* Writes the text and starts a run. RD_ERR_UNSUPPORTED: the mode does not exist
 * and has been turned off. RD_ERR_DIED: see exec_slot_recover. */
rd_status exec_slot_start(exec_slot *self, exec_mode which, const source *input,
                          const rd_limits *limits, rd_error *err);
/* Like rd_keeper_fd, rd_keeper_read and so on. */
int exec_slot_fd(const exec_slot *self);
rd_status exec_slot_read(bool *ended_out, exec_slot *self, rd_error *err);
const char *exec_slot_output(size_t *size_out, const exec_slot *self);
void exec_slot_cancel(exec_slot *self);
rd_status exec_slot_wait(rd_run *out, exec_slot *self, rd_error *err);
/* After RD_ERR_DIED: replaces the keeper, or drops the zygote, which the next
 * run recreates unless it has died before. RD_ERR_DIED: unrecoverable. */
rd_status exec_slot_recover(exec_slot *self, rd_error *err);

#endif
