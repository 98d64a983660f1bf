/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tmin: the transformation-based minimizing algorithm (Vince et al., "Extending
 * Hierarchical Delta Debugging with Hoisting", Fig. 6).
 *
 * Each unit has alternatives, all smaller than its present text. The first
 * interesting one is taken, and the unit is asked again, since the new text may
 * have other alternatives. The search ends when all units in a row had no
 * interesting alternative: the choice is 1-maximal. The figure leaves the order
 * open; here units take turns in their order, and the chooser gives the
 * alternatives best first. The search terminates because alternatives get
 * smaller.
 */
#include "search.h"

#include <stdlib.h>

rd_status rd_improve(bool *taken_out, uint32_t unit, const rd_chooser *chooser)
{
  size_t count;
  *taken_out = false;
  rd_status status = chooser->alternatives(&count, chooser->payload, unit);
  if (status != RD_OK || count == 0)
    return status;
  rd_choice *choices = mem_alloc(count, sizeof *choices);
  for (size_t i = 0; i < count; i++)
    choices[i] = (rd_choice){ .unit = unit, .alternative = (uint32_t)i };
  size_t index;
  status = chooser->first(&index, chooser->payload, choices, count);
  *taken_out = status == RD_OK && index < count;
  free(choices);
  return status;
}

rd_status rd_tmin(size_t count, const rd_chooser *chooser)
{
  size_t settled = 0; /* units in a row without an interesting alternative */
  for (size_t unit = 0; settled < count; unit = (unit + 1) % count) {
    bool taken = false;
    do {
      if (taken)
        settled = 0;
      rd_status status = rd_improve(&taken, (uint32_t)unit, chooser);
      if (status != RD_OK)
        return status;
    } while (taken);
    settled++;
  }
  return RD_OK;
}
