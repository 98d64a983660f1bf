/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of passes: the rows of passes.def. Passes depend on pass.c; only
 * this file knows all of them. */
#include <assert.h>

#include "pass.h"

#define RD_PASS(...)
#define RD_PLACE_PASS(id, function, name, search, description, source)         \
  void rd_pass_##function(rd_deltas *out, const rd_sight *sight)               \
  {                                                                            \
    for (size_t i = 0; i < sight->count; i++)                                  \
      rd_place_##function(out, sight, sight->places[i]);                       \
  }
#include "passes.def"

static const rd_pass passes[] = {
#define RD_PASS(id, function, label, wants, text, origin)                      \
  { .row = { .name = label, .description = text, .source = origin },           \
    .search = wants,                                                           \
    .enumerate = rd_pass_##function },
#include "passes.def"
};

const rd_pass *rd_pass_at(rd_pass_id id)
{
  assert(id > RD_PASS_NONE && id < RD_PASS_COUNT);
  return &passes[id - 1];
}

const rd_row *rd_pass_row(size_t index)
{
  return index < RD_PASS_COUNT - 1 ? &passes[index].row : NULL;
}
