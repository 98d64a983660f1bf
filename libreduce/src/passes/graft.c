/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graft: replaces a place by a node from elsewhere in the text.
 *
 * Hoisting can use only nodes inside a place, and phrases are made without
 * regard to the text. The rest of the text has more that the place accepts:
 * another name of the same type, a shorter literal, a statement that was
 * written twice. A replacement has to be smaller in tokens or, with as many
 * tokens, in bytes; the latter only in place of what has a type that is known. In
 * languages read by a grammar 36 of 46 successes were shorter names, which took half
 * of the tests. Nodes of the place's own type come before those that convert to it,
 * smaller ones first; only a few are tried.
 *
 * Parts that contain an edit are skipped until the text is parsed again.
 */
#include "../pass.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TEXTS = 3 };

struct scion {
  const char *text; /* of the source, up to `bytes` */
  uint32_t bytes, tokens;
  uint32_t node;
  bool is_other_type;
};

static int best_first(const void *left, const void *right)
{
  const struct scion *a = left, *b = right;
  if (a->is_other_type != b->is_other_type)
    return a->is_other_type ? 1 : -1;
  if (a->tokens != b->tokens)
    return a->tokens < b->tokens ? -1 : 1;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? -1 : 1;
  int order = memcmp(a->text, b->text, a->bytes);
  return order ? order : (a->node > b->node) - (a->node < b->node);
}

static bool is_same(const struct scion *a, const struct scion *b)
{
  return a->bytes == b->bytes && memcmp(a->text, b->text, a->bytes) == 0;
}

/* Nodes that cannot be moved: those that need lines of their own or have
 * several lines whose indentation means something, and empty ones. */
static bool is_bound(const rd_tree *tree, uint32_t node)
{
  const rd_node *at = rd_tree_at(tree, node);
  if (at->flags & RD_LAYOUT &&
      memchr(rd_tree_text(tree, NULL) + at->begin, '\n', at->end - at->begin))
    return true;
  for (uint32_t i = node; i < node + at->size; i++)
    if (rd_tree_at(tree, i)->flags & (RD_LINE | RD_COMMENT))
      return true;
  return at->tokens == 0 || (at->flags & (RD_PUNCT | RD_SEPARATOR));
}

static bool is_inside(const rd_tree *tree, uint32_t inner, uint32_t outer)
{
  return inner >= outer && inner - outer < rd_tree_at(tree, outer)->size;
}

static bool is_seen_whole(const rd_config *config, uint32_t place)
{
  return !config->touched[place] && rd_view_resolve(config, place) == place;
}

/* May the node replace the place, and is it smaller? */
static bool fits(const rd_config *config, uint32_t place, uint32_t node)
{
  const rd_tree *tree = config->tree;
  const rd_node *to = rd_tree_at(tree, place), *from = rd_tree_at(tree, node);
  bool is_smaller = from->tokens < to->tokens ||
                    (to->type && from->tokens == to->tokens &&
                     from->end - from->begin < to->end - to->begin);
  return is_smaller && rd_tree_fits(tree, to->accepts, from->sorts) &&
         rd_tree_converts(tree, to->want, from->type) &&
         is_seen_whole(config, node) && !is_inside(tree, node, place) &&
         !is_inside(tree, place, node) && !is_bound(tree, node);
}

static size_t collect(struct scion *out, const rd_config *config,
                      uint32_t place, const uint32_t *nodes, size_t count)
{
  const rd_tree *tree = config->tree;
  const char *source = rd_tree_text(tree, NULL);
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    const rd_node *from = rd_tree_at(tree, nodes[i]);
    if (!fits(config, place, nodes[i]))
      continue;
    bool is_other_type = from->type != rd_tree_at(tree, place)->type;
    out[found++] = (struct scion){ .text = source + from->begin,
                                   .bytes = from->end - from->begin,
                                   .tokens = from->tokens,
                                   .node = nodes[i],
                                   .is_other_type = is_other_type };
  }
  return found;
}

static void add_graft(rd_deltas *out, const rd_sight *sight, uint32_t place,
                      const struct scion *scion)
{
  char *text = mem_copy_bytes(scion->text, scion->bytes);
  rd_edit edit = { .node = place,
                   .op = RD_TEXT,
                   .arg = rd_config_text(sight->config, text) };
  uint32_t tokens = rd_tree_at(sight->config->tree, place)->tokens;
  rd_deltas_add(out, edit, (int64_t)tokens - scion->tokens);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  free(text);
}

/* Places that could not be pruned count too: a name has no phrase. */
static bool is_stock(const rd_config *config, uint32_t place)
{
  const rd_node *node = rd_tree_at(config->tree, place);
  return node->accepts && is_seen_whole(config, place) &&
         !(node->flags & (RD_PUNCT | RD_SEPARATOR | RD_COMMENT));
}

void rd_place_graft(rd_deltas *out, const rd_sight *sight, uint32_t place)
{
  size_t count, texts = 0;
  if (!is_stock(sight->config, place))
    return;
  uint32_t *nodes = rd_places_near(&count, sight->config, 0);
  struct scion *found = mem_alloc(count, sizeof *found);
  size_t size = collect(found, sight->config, place, nodes, count);
  qsort(found, size, sizeof *found, best_first);
  for (size_t i = 0; i < size && texts < MOST_TEXTS; i++) {
    if (i > 0 && is_same(&found[i], &found[i - 1]))
      continue;
    add_graft(out, sight, place, &found[i]);
    texts++;
  }
  free(found);
  free(nodes);
}
