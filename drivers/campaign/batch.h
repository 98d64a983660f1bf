/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Inputs that processes divide among themselves. */
#ifndef CAMPAIGN_BATCH_H
#define CAMPAIGN_BATCH_H

#include <stdatomic.h>
#include <stdio.h>

#include "campaign/campaign.h"

/* Whose turn an input is. */
enum {
  TURN_FREE,
  TURN_HERE, /* free, but not for workers */
  TURN_AWAY, /* it is at a worker, or what one said is not believed yet */
  TURN_DONE,
  TURN_TAKEN, /* and the number of the process that runs it */
};

typedef struct batch {
  campaign *campaign;
  const uint32_t *which;
  size_t count;
  _Atomic uint32_t *turns; /* shared by the processes */
} batch;

/* RD_ERR_IO. Owner: batch_dispose. */
rd_status batch_init(batch *out, campaign *of, const uint32_t *which,
                     size_t count, rd_error *err);
void batch_dispose(batch *self);
/* The next input for a process; `count`: there is none now. */
size_t batch_take(const batch *self, uint32_t process);
/* May one still become free? */
bool batch_is_settled(const batch *self);
/* The place of an input; `count`: it is not among them. */
size_t batch_find(const batch *self, uint32_t number);
/* Writes what the input at that place did, or what a worker (`teller`, NULL: none)
 * says that it did; with `is_lie`, that the worker is wrong about another.
 * RD_ERR_IO. */
rd_status batch_tell(FILE *out, const batch *self, size_t at,
                     const char *teller, bool is_lie);

#endif
