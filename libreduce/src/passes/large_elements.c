/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * large-elements: like `elements`, but only lists with large elements.
 *
 * Declarations and statements are large; arguments, parameters and names in a
 * declaration are not, and those can seldom go alone. Dropping the large ones
 * first makes the file small before the small ones cost a test each.
 */
#include "../pass.h"

enum { LARGE_TOKENS = 4 }; /* `x = y;`, the smallest usual statement */

void rd_place_large_elements(rd_deltas *out, const rd_sight *sight,
                             uint32_t place)
{
  size_t before = out->list.size, edits_before = out->edits.size;
  int64_t tokens = 0;
  rd_place_elements(out, sight, place);
  for (size_t i = before; i < out->list.size; i++)
    tokens += out->list.data[i].gain;
  if (tokens >= LARGE_TOKENS * (int64_t)(out->list.size - before))
    return;
  out->list.size = before;
  out->edits.size = edits_before;
}
