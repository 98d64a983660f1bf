/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * elements: drops elements of lists.
 *
 * Lists hold most of what can go: declarations of a file, statements of a
 * block, initialisers, arguments. Groups of elements go together, as in Perses.
 * Where nothing is known of a text but its tokens, many of them are as good as a
 * list: a line of a thousand words.
 */
#include "../pass.h"

enum { MANY = 32 };

static bool is_list(const rd_config *config, uint32_t place, uint32_t stands)
{
  const rd_node *at = rd_tree_at(config->tree, stands);
  uint32_t count = 0;
  if (at->flags & RD_LIST || !(at->flags & RD_GENERIC))
    return at->flags & RD_LIST;
  for (uint32_t child = rd_view_first(config, place);
       child != RD_NONE && count < MANY; child = rd_view_next(config, child))
    count += rd_tree_at(config->tree, child)->place == RD_OPTIONAL;
  return count == MANY;
}

void rd_place_elements(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_config *config = sight->config;
  uint32_t stands = rd_view_resolve(config, place);
  if (stands == RD_NONE || !is_list(config, place, stands))
    return;
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    if (rd_unit_is(config, child) &&
        rd_tree_at(config->tree, child)->place != RD_REQUIRED)
      (void)rd_deltas_prune(out, sight, child);
}
