/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a step promises: tokens removed per test. */
#ifndef RD_YIELD_H
#define RD_YIELD_H

#include "schedule.h"

/* What earlier runs of a step have taught. All zero: there was none. */
typedef struct rd_yield {
  bool has_run;
  uint32_t share; /* of what was at stake, in 1024ths, that went; of late */
} rd_yield;

/* What is at stake when a step is run. */
typedef struct rd_stake {
  uint64_t units;  /* 0: nothing */
  uint64_t tokens; /* that would go with all of them */
} rd_stake;

/* Tokens that would go for 1024 tests. */
uint64_t rd_yield_worth(const rd_yield *yield, rd_growth growth,
                        rd_stake stake);
/* So many tokens went. */
void rd_yield_learn(rd_yield *yield, rd_stake stake, uint64_t removed);

#endif
