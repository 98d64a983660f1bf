/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The expected yield of a step: tokens removed per test. */
#ifndef RD_YIELD_H
#define RD_YIELD_H

#include "schedule.h"

/* Experience from earlier runs of a step. All zero: none. */
typedef struct rd_yield {
  bool has_run;
  uint32_t share; /* removed part of the stake, in 1024ths; recent average */
} rd_yield;

/* What is at stake in a run of a step. */
typedef struct rd_stake {
  uint64_t units;  /* 0: nothing */
  uint64_t tokens; /* removed if all of them are removed */
} rd_stake;

/* Expected tokens removed by 1024 tests. */
uint64_t rd_yield_worth(const rd_yield *yield, rd_growth growth,
                        rd_stake stake);
/* Records that a run removed this many tokens. */
void rd_yield_learn(rd_yield *yield, rd_stake stake, uint64_t removed);

#endif
