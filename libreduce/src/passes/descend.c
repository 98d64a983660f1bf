/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * descend: any descendant of the same sort stands in the place of its ancestor.
 *
 * The compatible nodes of Perses (Sun et al. 2018) as a notebook of the Fuzzing
 * Book's authors simplifies them: descendants of the same nonterminal at all
 * depths, smallest first (in leaves), a child before a grandchild. `hoist` stops
 * at the nearest ones instead.
 */
#include "../pass.h"

#include <stdlib.h>

struct candidate {
  uint32_t place;
  uint32_t tokens;
};

static int smallest_first(const void *left, const void *right)
{
  const struct candidate *a = left, *b = right;
  if (a->tokens != b->tokens)
    return a->tokens < b->tokens ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static size_t collect(struct candidate *out, const rd_config *config,
                      const uint32_t *places, size_t count)
{
  const rd_tree *tree = rd_config_tree(config);
  uint32_t sorts = rd_tree_at(tree, places[0])->sorts;
  size_t found = 0;
  for (size_t i = 1; i < count; i++) {
    uint32_t stands = rd_view_resolve(config, places[i]);
    if (stands != RD_NONE && (rd_tree_at(tree, stands)->sorts & sorts))
      out[found++] =
          (struct candidate){ places[i], rd_view_tokens(config, places[i]) };
  }
  return found;
}

static void add_candidates(rd_deltas *out, const rd_sight *sight,
                           uint32_t place)
{
  size_t count;
  uint32_t *places = rd_places_below(&count, sight->config, place);
  struct candidate *found = rd_alloc(count, sizeof *found);
  size_t size = collect(found, sight->config, places, count);
  qsort(found, size, sizeof *found, smallest_first);
  int64_t tokens = rd_view_tokens(sight->config, place);
  for (size_t i = 0; i < size; i++)
    rd_deltas_add(
        out, (rd_edit){ .node = place, .op = RD_LIFT, .arg = found[i].place },
        tokens - (int64_t)found[i].tokens);
  free(found);
  free(places);
}

void rd_pass_descend(rd_deltas *out, const rd_sight *sight)
{
  for (size_t i = 0; i < sight->count; i++)
    if (rd_unit_is(sight->config, sight->places[i]))
      add_candidates(out, sight, sight->places[i]);
}
