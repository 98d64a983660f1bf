/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Estimates how likely the next test is to succeed, from the results so far. */
#ifndef RD_SUCCESS_MODEL_H
#define RD_SUCCESS_MODEL_H

#include "base/text.h"

/* Tests and successes, as decaying weights. */
typedef struct rd_tally {
  double tests, successes;
} rd_tally;

enum { RD_PAST = 4, RD_MODEL_PASSES = 160 };

/* The tests of one pass: in total, and by the results of the last two tests. */
typedef struct rd_pass_model {
  const char *pass;
  rd_tally all;
  rd_tally after[RD_PAST];
} rd_pass_model;

typedef struct rd_success_model {
  rd_tally all;
  rd_pass_model passes[RD_MODEL_PASSES]; /* in order of their first test */
  size_t count;
} rd_success_model;

/* `past`: the results of the last two tests, the last one in bit 0, 1 for a
 * success. A pass is identified by the address of its name, which may be
 * NULL. */
unsigned rd_success_past(unsigned past, bool success);
void rd_success_count(rd_success_model *model, const char *pass, unsigned past,
                      bool success);
/* The probability of a success: above 0, below 1. */
double rd_success_chance(const rd_success_model *model, const char *pass,
                         unsigned past);

#endif
