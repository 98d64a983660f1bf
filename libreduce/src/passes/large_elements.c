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

void rd_pass_large_elements(rd_deltas *out, const rd_sight *sight)
{
  for (size_t i = 0; i < sight->count; i++) {
    rd_sight one = *sight;
    one.places = &sight->places[i];
    one.count = 1;
    size_t before = out->list.size;
    size_t edits_before = out->edits.size;
    rd_pass_elements(out, &one);
    int64_t tokens = 0;
    for (size_t j = before; j < out->list.size; j++)
      tokens += out->list.data[j].gain;
    if (tokens >= LARGE_TOKENS * (int64_t)(out->list.size - before))
      continue;
    out->list.size = before;
    out->edits.size = edits_before;
  }
}
