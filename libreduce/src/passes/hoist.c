/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hoist: replaces a node by a descendant.
 *
 * The candidates are chi(n) of Vince et al. ("Extending Hierarchical Delta
 * Debugging with Hoisting", Fig. 7): going down from n, the nearest compatible
 * node on each path, and nothing below it. Compatible means: of the same sort
 * as the place's node in the source, so a second hoist to the same place stays
 * as grammatical as the first. They are tried furthest first, as section III-C
 * requires; at equal distance in document order.
 */
#include "../pass.h"

#include <stdlib.h>

/* A place on the way down. */
struct step {
  uint32_t place;
  uint32_t depth;
};

typedef ARRAY(struct step) step_list;

static void push_children(step_list *out, const rd_config *config,
                          struct step from)
{
  for (uint32_t child = rd_view_first(config, from.place); child != RD_NONE;
       child = rd_view_next(config, child))
    ARRAY_PUSH(out, (struct step){ child, from.depth + 1 });
}

static bool is_compatible(const rd_config *config, uint32_t sorts,
                          uint32_t place)
{
  uint32_t stands = rd_view_resolve(config, place);
  return stands != RD_NONE &&
         rd_tree_fits(config->tree, sorts,
                      rd_tree_at(config->tree, stands)->sorts);
}

static int furthest_first(const void *left, const void *right)
{
  const struct step *a = left, *b = right;
  if (a->depth != b->depth)
    return a->depth > b->depth ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static void collect(step_list *found, const rd_config *config, uint32_t place)
{
  uint32_t sorts = rd_tree_at(config->tree, place)->sorts;
  step_list open = { 0 };
  push_children(&open, config, (struct step){ place, 0 });
  while (sorts && open.size > 0) {
    struct step at = open.data[--open.size];
    if (is_compatible(config, sorts, at.place))
      ARRAY_PUSH(found, at);
    else
      push_children(&open, config, at);
  }
  free(open.data);
}

void rd_place_hoist(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  step_list found = { 0 };
  if (!rd_unit_is(sight->config, place))
    return;
  collect(&found, sight->config, place);
  if (found.size > 0)
    qsort(found.data, found.size, sizeof *found.data, furthest_first);
  for (size_t i = 0; i < found.size; i++) {
    rd_edit edit = { .node = place, .op = RD_LIFT, .arg = found.data[i].place };
    rd_deltas_add(out, edit, rd_edit_gain(sight->config, edit));
  }
  free(found.data);
}
