/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * declarations: keeps the declarations that have to stay, with what they need.
 *
 * Each declaration is a unit, down to members of classes, and so are functions
 * that other files could see: the isolation finds the few that the property
 * needs (search/isolate.c), where `unused` keeps all that such a function needs.
 * If the place of the property is known, but no slice had it, the first units are
 * the nearest before it.
 */
#include "../liveness.h"

#include <stdlib.h>

#include "../sites.h"

/* In a smaller text the other passes find them with fewer questions. */
enum { LARGE_TEXT = 2000 };

static void init(rd_liveness *liveness, const rd_sight *sight)
{
  rd_liveness_init(liveness, sight);
  rd_liveness_open_namespaces(liveness);
}

/* The leaf at the likeliest site; RD_NONE: it is not in the tree. */
static uint32_t site_leaf(const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  uint32_t leaf = RD_NONE;
  size_t count = sight->has_sites ? sight->options->site_count : 0;
  for (size_t i = 0; i < count && leaf == RD_NONE; i++) {
    rd_found_site found;
    bool any = rd_site_find(&found, tree, &sight->options->sites[i]);
    if (found.begin < found.end)
      leaf = found.begin;
    else if (any)
      leaf = rd_tree_at(tree, rd_tree_decls(tree, found.symbols.data[0])[0])
                 ->token;
    rd_site_dispose(&found);
  }
  return leaf;
}

/* The delta's distance from the site; those behind it come last. */
struct near {
  uint32_t distance;
  rd_delta delta;
};

static int nearest_first(const void *left, const void *right)
{
  uint32_t a = ((const struct near *)left)->distance;
  uint32_t b = ((const struct near *)right)->distance;
  return a < b ? -1 : a > b;
}

static void sort_by_site(rd_deltas *deltas, const rd_sight *sight,
                         uint32_t leaf)
{
  const rd_tree *tree = sight->config->tree;
  size_t count = deltas->list.size;
  struct near *order = mem_alloc(count, sizeof *order);
  for (size_t i = 0; i < count; i++) {
    const rd_delta *delta = &deltas->list.data[i];
    uint32_t first =
        rd_tree_at(tree, deltas->edits.data[delta->begin].node)->token;
    order[i] = (struct near){ first <= leaf ? leaf - first
                                            : first + rd_tree_leaf_count(tree),
                              *delta };
  }
  qsort(order, count, sizeof *order, nearest_first);
  for (size_t i = 0; i < count; i++)
    deltas->list.data[i] = order[i].delta;
  free(order);
  deltas->nearest_first = true;
}

void rd_pass_declarations(rd_deltas *out, const rd_sight *sight)
{
  rd_liveness liveness;
  if (rd_view_tokens(sight->config, 0) < LARGE_TEXT)
    return;
  init(&liveness, sight);
  rd_liveness_find(&liveness);
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t node = sight->places[i];
    if (rd_liveness_is_gate(&liveness, node) &&
        !(liveness.nodes[node] & RD_LIVE_HOLDS))
      rd_deltas_add(out, rd_liveness_edit(&liveness, node),
                    rd_view_tokens(sight->config, node));
  }
  rd_liveness_dispose(&liveness);
  uint32_t leaf = site_leaf(sight);
  if (leaf != RD_NONE && out->list.size > 1)
    sort_by_site(out, sight, leaf);
}

void rd_keep_declarations(bool *stays_out, const rd_sight *sight,
                          const rd_deltas *deltas, const uint32_t *seeds,
                          size_t count)
{
  rd_liveness liveness;
  init(&liveness, sight);
  rd_liveness_keep(stays_out, &liveness, deltas, seeds, count);
  rd_liveness_dispose(&liveness);
}
