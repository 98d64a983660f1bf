/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: which namespaces declare what.
 *
 * A namespace is known by its name alone, wherever it is. What stands in an
 * inline namespace belongs to the one around it, since the outer name leads to it
 * too; such a namespace is inline in all its parts, although only the first has
 * to say so.
 */
#include "spaces.h"

static bool is_namespace(const semantics *f, uint32_t at)
{
  return f->declares[at] && f->names[at] != FACT_NONE &&
         f->symbols.data[f->names[at]].kind == RD_SYMBOL_NAMESPACE;
}

static void find_inlines(spaces *out, const build *b)
{
  const syntax *s = b->s;
  for (uint32_t i = 2; i < s->count; i++)
    if (s->words[i - 2] == WORD_INLINE && is_namespace(b->f, s->visible[i]))
      map_put(&out->inlines,
              token_hash(&b->f->tokens[s->visible[i]], b->f->text), 1);
}

/* The hash of the name that the node gives a namespace, or 0. */
static uint64_t name_of(const build *b, uint32_t node)
{
  const syntax *s = b->s;
  uint64_t hash = 0;
  for (uint32_t i = s->nodes.data[node].first;
       i < s->nodes.data[node].end && s->words[i] != WORD_OPEN_BRACE; i++)
    if (is_namespace(b->f, s->visible[i]))
      hash = token_hash(&b->f->tokens[s->visible[i]], b->f->text);
  return hash;
}

/* The namespace in which the token stands. */
static uint64_t find_space(const spaces *out, const build *b, uint32_t at)
{
  const syntax_node *nodes = b->s->nodes.data;
  for (uint32_t node = b->leaf_nodes[at]; node != NODE_NONE;
       node = nodes[node].parent) {
    if (nodes[node].kind != KIND_NAMESPACE)
      continue;
    uint64_t hash = name_of(b, node);
    if (hash && map_find(&out->inlines, hash) == MAP_NONE)
      return hash;
  }
  return 0;
}

void spaces_find(spaces *out, const build *b)
{
  const semantics *f = b->f;
  *out = (spaces){ .of = mem_alloc(f->symbols.size, sizeof *out->of) };
  find_inlines(out, b);
  for (uint32_t at = b->s->token_count; at-- > 0;) {
    const symbol_fact *fact = f->declares[at] && f->names[at] != FACT_NONE
                                  ? &f->symbols.data[f->names[at]]
                                  : NULL;
    if (!fact || fact->owner != FACT_NONE || fact->flags & RD_SYMBOL_LOCAL ||
        fact->kind == RD_SYMBOL_NAMESPACE)
      continue;
    uint64_t space = find_space(out, b, at);
    out->of[f->names[at]] = space;
    map_put(&out->declared,
            spaces_key(token_hash(&f->tokens[at], f->text), space), 1);
  }
}

void spaces_free(spaces *s)
{
  map_free(&s->inlines);
  map_free(&s->declared);
  free(s->of);
}
