/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Schedules: the named algorithms as data. A schedule is a row of
 * schedules.def: a list of steps, each with a walk and the passes to run on it.
 */
#ifndef RD_SCHEDULE_H
#define RD_SCHEDULE_H

#include "pass.h"

/* How a step walks the tree. */
typedef enum rd_walk {
  RD_WALK_TREE,     /* all places at once, in document order */
  RD_WALK_BREADTH,  /* all places at once, level by level */
  RD_WALK_LEAVES,   /* all leaves at once */
  RD_WALK_LEVELS,   /* level by level, each level a search */
  RD_WALK_CHILDREN, /* depth first, the children of each node a search */
  RD_WALK_LEAST,    /* work list of nodes in separate trees (least.c) */
  RD_WALK_STRATA,   /* places of similar size at once, the largest first; after
                       each stratum, the other passes over all places */
  RD_WALK_KINDS,    /* in a large text, places of one kind at once, those with
                       most tokens first; after each success, the other passes
                       over all places. Only in schedules with RD_REPARSE */
  RD_WALK_HEAVIEST, /* work list by weight in tokens, the heaviest first */
} rd_walk;

enum { RD_STEP_PASSES = 4, RD_SCHEDULE_STEPS = 20 };

/* How the number of tests of a step grows: with its units or, in a work list,
 * with the tokens of the text. */
typedef enum rd_growth {
  RD_GROWS_LITTLE, /* most of its units are removed together */
  RD_GROWS_LOG,    /* few of its units stay */
  RD_GROWS_ROOT,   /* the nodes above the leaves of a text */
  RD_GROWS_EACH,   /* each of its units */
  RD_GROWS_LINEAR, /* each node of a text */
} rd_growth;

typedef struct rd_step {
  uint8_t walk;         /* rd_walk */
  uint8_t search;       /* rd_search; RD_BY_PASS: as each pass wants */
  bool star;            /* repeated until it changes nothing */
  bool first;           /* in the rounds: once, before all others */
  bool soon;            /* in the rounds: before the others, as RD_RULE_SOON */
  bool bulky;           /* in the rounds: before the others, where its units
                           take a good part of the bytes */
  uint8_t growth;       /* rd_growth; for schedules that order steps by it */
  uint32_t rule;        /* of the tree; the pass REWRITES has one step for each
                           rule */
  uint16_t most_tokens; /* of the text; 0: any; else a step of the end game,
                           which runs when nothing else is left */
  uint8_t budget;       /* tests per token of the text before the step is left;
                           0: any */
  uint8_t passes[RD_STEP_PASSES]; /* rd_pass_id; RD_PASS_NONE ends them early */
} rd_step;

enum {
  RD_PURE = 1u << 0,    /* one parse; the measure is nodes */
  RD_REPARSE = 1u << 1, /* parse again after a step that changed something; the
                           measure is tokens, then bytes; the most promising
                           step comes next, until no step changes anything
                           (rounds.c) */
};

typedef struct rd_schedule {
  rd_row row;
  const char *view; /* for rd_parser.parse */
  uint32_t flags;
  rd_step steps[RD_SCHEDULE_STEPS]; /* a step without passes ends them early */
} rd_schedule;

/* The row with this name or alias, or NULL. */
const rd_schedule *rd_schedule_find(const char *name);
/* Rows in table order; NULL past the last. */
const rd_schedule *rd_schedule_at(size_t index);
/* Number of steps of the schedule, and of passes of the step. */
size_t rd_schedule_size(const rd_schedule *schedule);
size_t rd_step_size(const rd_step *step);

#endif
