/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tmin: the transformation-based minimizing algorithm (Vince et al., "Extending
 * Hierarchical Delta Debugging with Hoisting", Fig. 6).
 *
 * Each unit has alternatives, all smaller than its present text. The first
 * interesting one is taken, and the unit is asked again, since the new text may
 * have other alternatives. The search ends when all units in a row had no
 * interesting alternative: the choice is 1-maximal. The figure leaves the order
 * open; here units take turns in their order, and the caller tries the
 * alternatives best first. The search terminates because alternatives get
 * smaller.
 */
#include "search.h"

rd_status rd_tmin(size_t count, rd_improve *improve, void *payload)
{
  size_t settled = 0; /* units in a row without an interesting alternative */
  for (size_t unit = 0; settled < count; unit = (unit + 1) % count) {
    bool taken = false;
    do {
      if (taken)
        settled = 0;
      rd_status status = improve(&taken, payload, (uint32_t)unit);
      if (status != RD_OK)
        return status;
    } while (taken);
    settled++;
  }
  return RD_OK;
}
