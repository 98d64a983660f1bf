/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * windows: drops runs of tokens, regardless of syntax.
 *
 * The other passes follow the tree, so they cannot turn `f(a, b)` into `a, b`,
 * convert a prototype to an old-style declaration, or make any other change
 * that crosses node boundaries or removes a required node. Windows can: single
 * tokens, pairs of brackets, pairs with everything between them, and runs of up
 * to LONGEST tokens. Most candidates are invalid, so they are tested only if
 * foresight does not object; without foresight only single tokens and pairs are
 * worth a test each.
 *
 * Only the front end knows which tokens are brackets. But the brackets of a
 * pair are punctuation in one node, so any two such leaves of a node are taken
 * for a pair. A wrong pair (the semicolons of a `for`) costs a check.
 */
#include "../pass.h"

#include <stdlib.h>
#include <string.h>

/* A node with more punctuation (a macro's body) is considered only from its
 * start. */
enum { LONGEST = 8, MOST_BRACKETS = 8 };

/* The visible tokens, as places in document order. */
struct tokens {
  ARRAY(uint32_t) places;
  uint32_t *numbers; /* by place: its number in `places`, or RD_NONE */
};

static bool is_token(const rd_config *config, uint32_t place)
{
  uint32_t stands = rd_view_resolve(config, place);
  if (stands == RD_NONE)
    return false;
  const rd_node *node = rd_tree_at(config->tree, stands);
  return node->size == 1 && node->tokens > 0;
}

static void list_tokens(struct tokens *out, const rd_sight *sight)
{
  uint32_t size = rd_tree_size(sight->config->tree);
  out->numbers = mem_alloc(size, sizeof *out->numbers);
  for (uint32_t i = 0; i < size; i++)
    out->numbers[i] = RD_NONE;
  for (size_t i = 0; i < sight->count; i++) {
    uint32_t place = sight->places[i];
    if (!is_token(sight->config, place))
      continue;
    out->numbers[place] = (uint32_t)out->places.size;
    ARRAY_PUSH(&out->places, place);
  }
}

static void drop(rd_deltas *out, uint32_t place)
{
  rd_deltas_edit(out, (rd_edit){ .node = place, .op = RD_DROP }, 1);
}

/* Adds tokens number [begin, end). */
static void add_window(rd_deltas *out, const struct tokens *tokens,
                       uint32_t begin, uint32_t end)
{
  rd_deltas_open(out, tokens->places.data[begin]);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  for (uint32_t i = begin; i < end; i++)
    drop(out, tokens->places.data[i]);
}

static void add_pair(rd_deltas *out, const struct tokens *tokens,
                     uint32_t first, uint32_t last)
{
  rd_deltas_open(out, tokens->places.data[first]);
  rd_deltas_flag(out, RD_DELTA_CHECKED);
  drop(out, tokens->places.data[first]);
  drop(out, tokens->places.data[last]);
}

/* Finds the numbers of the node's own punctuation that may be brackets. */
static size_t find_brackets(uint32_t *out, const struct tokens *tokens,
                            const rd_config *config, uint32_t place)
{
  const rd_tree *tree = config->tree;
  size_t count = 0;
  for (uint32_t child = rd_view_first(config, place);
       child != RD_NONE && count < MOST_BRACKETS;
       child = rd_view_next(config, child)) {
    uint32_t flags = rd_tree_at(tree, child)->flags;
    if ((flags & RD_PUNCT) && !(flags & RD_SEPARATOR) &&
        tokens->numbers[child] != RD_NONE)
      out[count++] = tokens->numbers[child];
  }
  return count;
}

static void add_pairs(rd_deltas *out, const struct tokens *tokens,
                      const rd_sight *sight, uint32_t place)
{
  uint32_t found[MOST_BRACKETS];
  size_t count = find_brackets(found, tokens, sight->config, place);
  for (size_t i = 0; i < count; i++)
    for (size_t j = i + 1; j < count; j++) {
      add_pair(out, tokens, found[i], found[j]);
      if (!sight->has_foresight || found[j] - found[i] >= LONGEST)
        add_window(out, tokens, found[i], found[j] + 1);
    }
}

void rd_pass_windows(rd_deltas *out, const rd_sight *sight)
{
  struct tokens tokens = { 0 };
  list_tokens(&tokens, sight);
  uint32_t count = (uint32_t)tokens.places.size;
  for (uint32_t i = 0; i < count; i++)
    add_window(out, &tokens, i, i + 1);
  for (size_t i = 0; i < sight->count; i++)
    add_pairs(out, &tokens, sight, sight->places[i]);
  for (uint32_t size = 2; sight->has_foresight && size <= LONGEST; size++)
    for (uint32_t i = 0; i + size <= count; i++)
      add_window(out, &tokens, i, i + size);
  free(tokens.numbers);
  ARRAY_FREE(&tokens.places);
}
