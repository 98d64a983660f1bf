/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the inputs of a campaign are. */
#ifndef CAMPAIGN_INPUTS_H
#define CAMPAIGN_INPUTS_H

#include "campaign/campaign.h"

typedef struct input_places {
  const char *folder; /* of crashing files; NULL: none */
  const char *list;   /* a file that names them; NULL: none */
  bool bundles;       /* the crash bundles of watch */
} input_places;

/* Adds what is there by now. A name that begins with a dot, folders of
 * clang-hdd's own, and what fuzzers write beside their crashes are left out.
 * Adds lines for the user to `notes`. RD_ERR_NOTFOUND, RD_ERR_IO;
 * RD_ERR_INVALID: a line of the list cannot be read. */
rd_status inputs_find(campaign *self, const input_places *from, strings *notes,
                      rd_error *err);

#endif
