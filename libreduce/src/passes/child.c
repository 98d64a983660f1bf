/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * child: replaces a node by one of its children.
 *
 * This is substitute-by-child of GTR (Herfert, Patra and Pradel, "Automatically
 * Reducing Tree-Structured Test Inputs", ASE 2017). There a corpus says which
 * labels occur in a slot of a parent; here the place itself says what it
 * accepts. The paper takes the child that leaves the smallest tree, so the
 * smallest child is tried first.
 */
#include "../pass.h"

#include <stdlib.h>

struct child {
  uint32_t place;
  uint32_t tokens;
};

static int smallest_first(const void *left, const void *right)
{
  const struct child *a = left, *b = right;
  if (a->tokens != b->tokens)
    return a->tokens < b->tokens ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

void rd_place_child(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  const rd_config *config = sight->config;
  const rd_tree *tree = config->tree;
  ARRAY(struct child) found = { 0 };
  if (!rd_unit_is(config, place))
    return;
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child)) {
    const rd_node *stands = rd_tree_at(tree, rd_view_resolve(config, child));
    if (rd_tree_fits(tree, rd_tree_at(tree, place)->accepts, stands->sorts))
      ARRAY_PUSH(&found,
                 (struct child){ child, rd_view_tokens(config, child) });
  }
  if (found.size)
    qsort(found.data, found.size, sizeof *found.data, smallest_first);
  int64_t tokens = rd_view_tokens(config, place);
  for (size_t i = 0; i < found.size; i++)
    rd_deltas_add(
        out,
        (rd_edit){ .node = place, .op = RD_LIFT, .arg = found.data[i].place },
        tokens - found.data[i].tokens);
  free(found.data);
}
