/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hoist-typed: replaces a node by a descendant if, according to the front end,
 * the place accepts the descendant's sort and its type converts.
 *
 * The descendant may be a list: its elements are then spliced into the list
 * around the place, which lifts a block out of its `if`. Candidates come from
 * all depths. If the crash needs something below, a candidate of m of the W
 * tokens holds it with a chance of about m / W and gains W - m, so candidates
 * are ordered by m * (W - m): neither the whole nor a leaf comes first. Only
 * the best few are tried, and only the first few thousand places below are
 * considered; a large node gives way in several steps.
 */
#include "../pass.h"

#include <stdlib.h>

enum { MOST_CANDIDATES = 16 };

struct candidate {
  uint32_t place;
  uint32_t tokens;
  uint64_t worth;
};

static int worth_most_first(const void *left, const void *right)
{
  const struct candidate *a = left, *b = right;
  if (a->worth != b->worth)
    return a->worth > b->worth ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

/* May the node shown at `from` replace the place? */
static bool accepts(const rd_config *config, const rd_node *place,
                    uint32_t from)
{
  const rd_tree *tree = config->tree;
  uint32_t stands = rd_view_resolve(config, from);
  if (stands == RD_NONE)
    return false;
  const rd_node *node = rd_tree_at(tree, stands);
  return rd_tree_fits(tree, place->accepts, node->sorts) &&
         rd_tree_converts(tree, place->want, node->type);
}

/* Is it the only thing in the previous candidate? Then its text is the same. */
static bool repeats(const struct candidate *last, const rd_config *config,
                    uint32_t place, uint32_t tokens)
{
  uint32_t size = rd_tree_at(config->tree, last->place)->size;
  return tokens == last->tokens && place - last->place < size;
}

static size_t collect(struct candidate *out, const rd_config *config,
                      const uint32_t *places, size_t count)
{
  const rd_node *node = rd_tree_at(config->tree, places[0]);
  uint64_t tokens = rd_view_tokens(config, places[0]);
  size_t found = 0;
  for (size_t i = 1; i < count; i++) {
    if (!accepts(config, node, places[i]))
      continue;
    uint32_t part = rd_view_tokens(config, places[i]);
    if (found > 0 && repeats(&out[found - 1], config, places[i], part))
      continue;
    if (part < tokens)
      out[found++] =
          (struct candidate){ places[i], part, part * (tokens - part) };
  }
  return found;
}

void rd_place_hoist_typed(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  size_t count;
  if (!rd_unit_is(sight->config, place) ||
      !rd_tree_at(sight->config->tree, place)->accepts)
    return;
  uint32_t *places = rd_places_near(&count, sight->config, place);
  struct candidate *found = mem_alloc(count, sizeof *found);
  size_t size = collect(found, sight->config, places, count);
  qsort(found, size, sizeof *found, worth_most_first);
  int64_t tokens = rd_view_tokens(sight->config, place);
  for (size_t i = 0; i < size && i < MOST_CANDIDATES; i++)
    rd_deltas_add(
        out, (rd_edit){ .node = place, .op = RD_LIFT, .arg = found[i].place },
        tokens - (int64_t)found[i].tokens);
  free(found);
  free(places);
}
