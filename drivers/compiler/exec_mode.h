/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The modes in which a command can be run on a text, and what each costs. */
#ifndef COMPILER_EXEC_MODE_H
#define COMPILER_EXEC_MODE_H

#include "compiler/compiler.h"
#include "compiler/words.h"
#include "compiler/zygote.h"

/* Fastest first. */
typedef enum exec_mode {
  EXEC_ZYGOTE,  /* a fork of a compiler that has started */
  EXEC_SPAWN,   /* the process that the command's driver would start */
  EXEC_COMMAND, /* the user's own command */
  EXEC_COUNT
} exec_mode;

/* "zygote" and the like; lent forever. */
const char *exec_mode_name(exec_mode which);

typedef enum exec_mode_state {
  EXEC_UNTRIED, /* the caller has not yet seen it do the right thing */
  EXEC_TRUSTED,
  EXEC_OFF,
} exec_mode_state;

/* What the runs of a way have cost. */
typedef struct exec_mode_cost {
  uint64_t runs;
  uint64_t cpu_us;
  uint64_t wall_us;
} exec_mode_cost;

/* The modes of one command, whoever runs it. */
typedef struct exec_modes {
  job command;
  job replayed; /* for spawned processes and zygotes; empty until needed */
  const compiler *compiler; /* lent; NULL: there is only the command */
  const char *name;         /* of the text; lent */
  exec_mode_state states[EXEC_COUNT];
  char *reasons[EXEC_COUNT]; /* why a way is off; NULL: nobody asked for it */
  exec_mode_cost costs[EXEC_COUNT];
  uint64_t recent_us[EXEC_COUNT]; /* mean CPU time of the last runs; 0: none */
  unsigned deaths;                /* of zygotes */
} exec_modes;

/* Copies the command. `of` is what it runs, or NULL. */
void exec_modes_init(exec_modes *out, const char *const *argv, const char *name,
                     const compiler *of);
void exec_modes_dispose(exec_modes *self);
/* The fastest that is not off. */
exec_mode exec_modes_fastest(const exec_modes *self);
void exec_modes_turn_off(exec_modes *self, exec_mode which, const char *reason);

/* A place where a command runs by any of its ways, once at a time. {0} is none.
 * It has a zygote of its own, made when it is first needed. */
typedef struct exec_slot {
  exec_modes *of;
  runner *run;
  zygote *zygote;
  exec_mode used; /* by the present run */
  uint64_t begin_us;
} exec_slot;

void exec_slot_init(exec_slot *out, exec_modes *of, runner *run);
void exec_slot_dispose(exec_slot *self);
/* Writes the text and starts. RD_ERR_UNSUPPORTED: this way does not exist; it
 * is off now. RD_ERR_DIED: see exec_slot_recover. */
rd_status exec_slot_start(exec_slot *self, exec_mode which, const source *input,
                          const rd_limits *limits, rd_error *err);
/* As rd_keeper_fd, rd_keeper_read and so on. */
int exec_slot_fd(const exec_slot *self);
rd_status exec_slot_read(bool *ended_out, exec_slot *self, rd_error *err);
const char *exec_slot_output(size_t *size_out, const exec_slot *self);
void exec_slot_cancel(exec_slot *self);
rd_status exec_slot_wait(rd_run *out, exec_slot *self, rd_error *err);
/* After RD_ERR_DIED: makes a new keeper, or gives the zygote up, which the next
 * run makes anew unless it has died before. RD_ERR_DIED: hopeless. */
rd_status exec_slot_recover(exec_slot *self, rd_error *err);

#endif
