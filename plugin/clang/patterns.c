/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Patterns: what is expanded once for each element of a pack.
 *
 * `f(ts)...` and `(ts + ...)` expand ts. A part of the pattern with a pack in it may
 * stand only within a pattern, and a pattern without any pack is an error too: in
 * programs with packs half of the invalid texts were of these kinds. Packs are known by
 * their declarations: a name behind `...`.
 */
#include "patterns.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* Deeper patterns are not found. */
enum { MOST_DEPTH = 64 };

static const token *token_at(const build *b, uint32_t at)
{
  return &b->s->tokens[b->s->visible[at]];
}

static bool is_ellipsis(const build *b, uint32_t at)
{
  const token *tok = token_at(b, at);
  return tok->end - tok->begin == 3 &&
         memcmp(b->s->text + tok->begin, "...", 3) == 0;
}

static bool is_pattern_of(const build *b, uint32_t node)
{
  syntax_kind kind = b->s->nodes.data[node].kind;
  return kind == KIND_EXPANSION || kind == KIND_FOLD ||
         kind == KIND_TYPE_EXPANSION;
}

/* Counts a pack for the nodes from its leaf up to what expands it. */
static void count(uint32_t *packs, const build *b, uint32_t leaf)
{
  uint32_t path[MOST_DEPTH], depth = 0, at = leaf;
  while (at != NODE_NONE && depth < MOST_DEPTH) {
    path[depth++] = at;
    if (is_pattern_of(b, at))
      break;
    at = b->s->nodes.data[at].parent;
  }
  if (at == NODE_NONE || !is_pattern_of(b, at))
    return;
  while (depth > 0)
    packs[path[--depth]]++;
}

/* The pattern that the node with packs is part of has more of them if one of the nodes
 * around it has. */
static pattern_part part_of(const uint32_t *packs, const build *b,
                            uint32_t node)
{
  uint32_t at = node;
  if (!packs[node] || is_pattern_of(b, node))
    return PATTERN_NONE;
  while (!is_pattern_of(b, at))
    at = b->s->nodes.data[at].parent;
  return packs[at] > packs[node] ? PATTERN_SOME : PATTERN_ALL;
}

unsigned char *patterns_find(const build *b)
{
  map names = { 0 };
  uint32_t *packs = mem_alloc(b->s->nodes.size + 1, sizeof *packs);
  unsigned char *out = mem_alloc(b->s->nodes.size + 1, sizeof *out);
  for (uint32_t at = 0; at + 1 < b->s->count; at++)
    if (is_ellipsis(b, at))
      map_put(&names, token_hash(token_at(b, at + 1), b->s->text), at);
  for (uint32_t node = 0; node < b->s->nodes.size && names.size; node++) {
    const syntax_node *at = &b->s->nodes.data[node];
    if (at->kind == KIND_NAME && at->child == NODE_NONE &&
        at->end == at->first + 1 &&
        map_find(&names, token_hash(token_at(b, at->first), b->s->text)) !=
            MAP_NONE)
      count(packs, b, node);
  }
  for (uint32_t node = 0; node < b->s->nodes.size && names.size; node++)
    out[node] = (unsigned char)part_of(packs, b, node);
  free(packs);
  map_free(&names);
  return out;
}
