/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* First runs at workers. */
#ifndef CAMPAIGN_AWAY_H
#define CAMPAIGN_AWAY_H

#include "campaign/batch.h"
#include "campaign/firstrun.h"

/* Has workers run the inputs of the batch that are free and may travel, until none
 * is free, and tells what they say. `example` is an input with the command of
 * these whose crash names a place. Errors as those of a run, and of batch_tell. */
rd_status away_look(firstrun *self, const batch *of, uint32_t example,
                    FILE *out);

#endif
