/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * declarations: keeps the declarations that have to stay, with what they need.
 *
 * Each declaration is a unit, down to members of classes, and so are functions
 * that other files could see: the isolation finds the few that the property
 * needs (search/isolate.c), where `unused` keeps all that such a function needs.
 * If places of the property are known, but no slice had it, the first units are
 * the nearest to any of them: those before, and those after, because what a
 * compiler reports in a template may be asked for by a use behind it. Of the
 * nearest, those that need little come first: one neighbour with a container of
 * the library in it would bring half of the text.
 */
#include "../liveness.h"

#include <stdlib.h>

#include "../sites.h"

static void init(rd_liveness *liveness, const rd_sight *sight)
{
  rd_liveness_init(liveness, sight);
  rd_liveness_open_file(liveness);
  rd_liveness_open_namespaces(liveness);
  rd_liveness_keep_values(liveness);
}

typedef ARRAY(uint32_t) leaf_list;

/* A name that has more declarations says nothing about the place. */
enum { MOST_NAMESAKES = 4 };

/* Of these sites each is half as likely as the one before. */
enum { MOST_RANKED = 16 };

/* A line may use a symbol that nothing declares. */
static void add_first(leaf_list *out, const rd_tree *tree, uint32_t symbol)
{
  if (rd_tree_symbol(tree, symbol)->decl_count)
    ARRAY_PUSH(out, rd_tree_at(tree, rd_tree_decls(tree, symbol)[0])->token);
}

/* The leaves at the sites: where a line begins, or what has the name. */
static leaf_list site_leaves(const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  size_t count = sight->options ? sight->options->site_count : 0;
  leaf_list leaves = { 0 };
  for (size_t i = 0; i < count; i++) {
    if (!sight->has_sites && !sight->options->sites[i].name)
      continue;
    rd_found_site found;
    bool any = rd_site_find(&found, tree, &sight->options->sites[i]);
    if (found.begin < found.end)
      ARRAY_PUSH(&leaves, found.begin);
    else if (any && found.symbols.size <= MOST_NAMESAKES)
      for (size_t j = 0; j < found.symbols.size; j++)
        add_first(&leaves, tree, found.symbols.data[j]);
    rd_site_dispose(&found);
  }
  return leaves;
}

/* The delta's distance, in tokens, from the nearest site. */
struct near {
  uint64_t distance;
  rd_delta delta;
  bool is_dear; /* with all that it needs it is a large part of the text */
};

static int nearest_first(const void *left, const void *right)
{
  const struct near *a = left, *b = right;
  if (a->is_dear != b->is_dear)
    return a->is_dear ? 1 : -1;
  if (a->distance != b->distance)
    return a->distance < b->distance ? -1 : 1;
  return a->delta.begin < b->delta.begin ? -1 : a->delta.begin > b->delta.begin;
}

/* The first sites are likelier: the distance from each counts double that from
 * the one before. */
static uint64_t distance_of(const rd_tree *tree, uint32_t node,
                            const leaf_list *leaves)
{
  const rd_node *at = rd_tree_at(tree, node);
  uint32_t end = at->token + at->leaves;
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < leaves->size; i++) {
    uint32_t leaf = leaves->data[i];
    uint64_t distance = leaf < at->token ? at->token - leaf
                        : leaf >= end    ? leaf - end + 1
                                         : 0;
    distance <<= i < MOST_RANKED ? i : MOST_RANKED;
    if (distance < least)
      least = distance;
  }
  return least;
}

/* The nearest units whose needs are looked at, and the part of the text from
 * which on they are dear. */
enum { MOST_NEAREST = 32, DEAR_PART = 64 };

static void set_order(rd_deltas *deltas, struct near *order)
{
  size_t count = deltas->list.size;
  qsort(order, count, sizeof *order, nearest_first);
  for (size_t i = 0; i < count; i++)
    deltas->list.data[i] = order[i].delta;
}

/* `stays` is scratch, one for each delta. */
static bool is_dear(const rd_sight *sight, const rd_deltas *deltas,
                    uint32_t seed, bool *stays)
{
  uint64_t needed = 0;
  rd_keep_declarations(stays, sight, deltas, &seed, 1);
  for (size_t i = 0; i < deltas->list.size; i++)
    if (stays[i] && i != seed)
      needed += (uint64_t)deltas->list.data[i].gain;
  return needed > rd_view_tokens(sight->config, 0) / DEAR_PART;
}

static void sort_by_sites(rd_deltas *deltas, const rd_sight *sight,
                          const leaf_list *leaves)
{
  const rd_tree *tree = sight->config->tree;
  size_t count = deltas->list.size, cheap = 0;
  struct near *order = mem_alloc(count, sizeof *order);
  bool *stays = mem_alloc(count, sizeof *stays);
  for (size_t i = 0; i < count; i++) {
    const rd_delta *delta = &deltas->list.data[i];
    uint32_t node = deltas->edits.data[delta->begin].node;
    order[i] = (struct near){ distance_of(tree, node, leaves), *delta, false };
  }
  set_order(deltas, order);
  for (size_t i = 0; i < count; i++)
    if (i < MOST_NEAREST && !is_dear(sight, deltas, (uint32_t)i, stays))
      cheap++;
    else
      order[i].is_dear = true;
  set_order(deltas, order);
  free(stays);
  free(order);
  deltas->few = cheap ? cheap : 1;
}

void rd_pass_declarations(rd_deltas *out, const rd_sight *sight)
{
  rd_liveness liveness;
  if (rd_view_tokens(sight->config, 0) < RD_LARGE_TEXT)
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
  out->some = true;
  leaf_list leaves = site_leaves(sight);
  if (leaves.size > 0 && out->list.size > 1)
    sort_by_sites(out, sight, &leaves);
  ARRAY_FREE(&leaves);
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
