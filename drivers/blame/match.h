/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matches the elements of a sequence with those that it was made of. */
#ifndef BLAME_MATCH_H
#define BLAME_MATCH_H

#include <stddef.h>
#include <stdint.h>

#define MATCH_NONE UINT32_MAX

/* Elements as symbols: equal elements have equal symbols. Lent. */
typedef struct match_text {
  const uint32_t *symbols; /* from 0 */
  size_t count;
} match_text;

typedef struct match_question {
  match_text part, whole;
  uint32_t symbol_count;
  const uint32_t
      *weights;   /* by symbol: how significant an occurrence is; not 0 for
                     symbols of the whole */
  uint32_t least; /* lighter runs are insignificant */
} match_question;

/* For each element of the part, the index of its origin in the whole, or
 * MATCH_NONE; indices increase. Owner: the caller. Cost: O(part * whole), up to
 * some millions. */
uint32_t *match_find(const match_question *question);

#endif
