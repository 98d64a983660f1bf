/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bounds loops whose end their own code does not show: fixpoints, and lists of
 * work that grow while they are worked off. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* Takes a round from a budget that a loop which makes progress cannot exceed.
 * Once it is spent, an assertion fails; without assertions the loop ends on
 * false, with what it has. */
static inline bool budget_take(uint64_t *rounds)
{
  assert(*rounds > 0 && "a loop makes no progress");
  if (*rounds == 0)
    return false;
  --*rounds;
  return true;
}

#endif
