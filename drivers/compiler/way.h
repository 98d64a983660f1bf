/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ways in which a command can be run on a text, and what each costs. */
#ifndef COMPILER_WAY_H
#define COMPILER_WAY_H

#include "compiler/compiler.h"
#include "compiler/job.h"
#include "compiler/zygote.h"

/* Fastest first. */
typedef enum way {
  WAY_ZYGOTE,  /* a fork of a compiler that has started */
  WAY_SPAWN,   /* the process that the command's driver would start */
  WAY_COMMAND, /* the user's own command */
  WAY_COUNT
} way;

/* "zygote" and the like; lent forever. */
const char *way_name(way which);

typedef enum way_state {
  WAY_UNTRIED, /* the caller has not yet seen it do the right thing */
  WAY_TRUSTED,
  WAY_OFF,
} way_state;

/* What the runs of a way have cost. */
typedef struct way_cost {
  uint64_t runs;
  uint64_t cpu_us;
  uint64_t wall_us;
} way_cost;

/* The ways of one command, whoever runs it. */
typedef struct ways {
  job command;
  job replayed; /* for spawned processes and zygotes; empty until needed */
  const compiler *compiler; /* lent; NULL: there is only the command */
  const char *name;         /* of the text; lent */
  way_state states[WAY_COUNT];
  char *reasons[WAY_COUNT]; /* why a way is off; NULL: nobody asked for it */
  way_cost costs[WAY_COUNT];
  uint64_t recent_us[WAY_COUNT]; /* mean CPU time of the last runs; 0: none */
  unsigned deaths;               /* of zygotes */
} ways;

/* Copies the command. `of` is what it runs, or NULL. */
void ways_init(ways *out, const char *const *argv, const char *name,
               const compiler *of);
void ways_dispose(ways *self);
/* The fastest that is not off. */
way ways_fastest(const ways *self);
void ways_turn_off(ways *self, way which, const char *reason);

/* A place where a command runs by any of its ways, once at a time. {0} is none.
 * It has a zygote of its own, made when it is first needed. */
typedef struct lane {
  ways *of;
  runner *run;
  zygote *zygote;
  way used; /* by the present run */
  uint64_t begin_us;
} lane;

void lane_init(lane *out, ways *of, runner *run);
void lane_dispose(lane *self);
/* Writes the text and starts. RD_ERR_UNSUPPORTED: this way does not exist; it is
 * off now. RD_ERR_DIED: see lane_recover. */
rd_status lane_start(lane *self, way which, const source *input,
                     const rd_limits *limits, rd_error *err);
/* As rd_keeper_fd, rd_keeper_read and so on. */
int lane_fd(const lane *self);
rd_status lane_read(bool *ended_out, lane *self, rd_error *err);
const char *lane_output(size_t *size_out, const lane *self);
void lane_cancel(lane *self);
rd_status lane_wait(rd_run *out, lane *self, rd_error *err);
/* After RD_ERR_DIED: makes a new keeper, or gives the zygote up, which the next
 * run makes anew unless it has died before. RD_ERR_DIED: hopeless. */
rd_status lane_recover(lane *self, rd_error *err);

#endif
