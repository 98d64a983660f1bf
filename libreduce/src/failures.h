/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failed deltas, remembered across rounds and trees. */
#ifndef RD_FAILURES_H
#define RD_FAILURES_H

#include "base/map.h"
#include "pass.h"
#include "render.h"

/* All zero: empty. */
typedef struct rd_failures {
  map keys;
  map lifts;    /* by their key: how often they failed and succeeded */
  size_t most;  /* when full, all are forgotten; 0: 512 Ki */
  textbuf text; /* scratch */
} rd_failures;

void rd_failures_dispose(rd_failures *failures);
/* A key for the effect of the edits on the renderer's base, in terms of texts:
 * equal keys mean equal effects, even on different trees. Cost: O(bytes of the
 * elements touched), once for each base. */
uint64_t rd_failures_key(rd_failures *failures, rd_renderer *renderer,
                         const rd_config *config, const rd_edit *edits,
                         size_t count);
bool rd_failures_has(const rd_failures *failures, uint64_t key);
void rd_failures_add(rd_failures *failures, uint64_t key);

/* A key for a pass and the kinds of the nodes of a delta that only puts one for
 * another; 0: it does something else, and is neither counted nor expected to fail.
 * What a rule knows of the nodes is not what hoisting knows. */
uint64_t rd_failures_lift(const char *pass, const rd_config *config,
                          const rd_deltas *deltas, uint32_t number);
void rd_failures_count(rd_failures *failures, uint64_t lift, bool fits);
/* Do such deltas hardly ever succeed? */
bool rd_failures_expects(const rd_failures *failures, uint64_t lift);

#endif
