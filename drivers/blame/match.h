/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which elements of a sequence another one was made of. */
#ifndef BLAME_MATCH_H
#define BLAME_MATCH_H

#include <stddef.h>
#include <stdint.h>

#define MATCH_NONE UINT32_MAX

/* Elements as symbols: equal ones are the same. Lent. */
typedef struct match_text {
  const uint32_t *symbols; /* from 0 */
  size_t count;
} match_text;

typedef struct match_question {
  match_text part, whole;
  uint32_t symbol_count;
  const uint32_t
      *weights;   /* by symbol: how much it says that it occurs; of what
                              is in the whole none is 0 */
  uint32_t least; /* runs that weigh less say nothing */
} match_question;

/* For each element of the part that of the whole it comes from, or MATCH_NONE;
 * they rise. Owner: the caller. Cost: O(part * whole), up to some millions. */
uint32_t *match_find(const match_question *question);

#endif
