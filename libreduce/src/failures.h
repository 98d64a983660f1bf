/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failed deltas, remembered across rounds and trees. */
#ifndef RD_FAILURES_H
#define RD_FAILURES_H

#include "base/map.h"
#include "render.h"

/* All zero: empty. */
typedef struct rd_failures {
  map keys;
  size_t most;  /* when full, all are forgotten; 0: 512 Ki */
  textbuf text; /* scratch */
} rd_failures;

void rd_failures_dispose(rd_failures *failures);
/* A key for the effect of the edits on the renderer's base, in terms of texts:
 * equal keys mean equal effects, even on different trees. Cost: O(bytes of the
 * elements touched). */
uint64_t rd_failures_key(rd_failures *failures, const rd_renderer *renderer,
                         const rd_config *config, const rd_edit *edits,
                         size_t count);
bool rd_failures_has(const rd_failures *failures, uint64_t key);
void rd_failures_add(rd_failures *failures, uint64_t key);

#endif
