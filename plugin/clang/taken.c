/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * C++: what `using` takes from headers.
 *
 * No symbol of the text stands for what a header declares, so nothing tells what
 * needs `using std::vector;` or `using namespace std;`. Each is a symbol of its own
 * (RD_SYMBOL_RIDER). The first is used wherever its name stands without `N::` before
 * it, the second by each such name, other than a member's, that the text does not
 * declare. What a `using` names first, as `std`, is found without the directives behind
 * it.
 */
#include "around.h"

enum { MOST_DIRECTIVES = 8 };

/* In place of a symbol: the name needs none; the text declares such a name. */
#define NO_RIDER (MAP_NONE - 1)
#define DECLARED (MAP_NONE - 2)

struct taken {
  build *b;
  map names; /* hash of a name to the builder's symbol that takes it */
  uint32_t directives[MOST_DIRECTIVES], count; /* the builder's symbols */
  bool any;                                    /* there are such symbols */
};

/* Is it a name for which libclang knows nothing of the text? */
static bool is_unknown(const build *b, uint32_t visible)
{
  uint32_t at = b->s->visible[visible];
  return b->s->words[visible] == WORD_NONE &&
         b->f->tokens[at].kind == TOKEN_IDENTIFIER &&
         b->f->names[at] == FACT_NONE;
}

static uint64_t hash_of(const build *b, uint32_t visible)
{
  return token_hash(&b->f->tokens[b->s->visible[visible]], b->f->text);
}

static word word_before(const build *b, uint32_t visible)
{
  return visible > 0 ? (word)b->s->words[visible - 1] : WORD_NONE;
}

/* Notes the names that the text declares. */
static void add_declared(struct taken *t)
{
  const build *b = t->b;
  for (uint32_t i = 0; i < b->s->count; i++)
    if (b->f->names[b->s->visible[i]] != FACT_NONE)
      map_put(&t->names, hash_of(b, i), DECLARED);
}

/* Does the text declare nothing that is named there, nor what is named first? In
 * templates libclang does not know what is meant. */
static bool is_from_headers(struct taken *t, const syntax_node *at)
{
  const build *b = t->b;
  bool named = false;
  for (uint32_t i = at->first; i < at->end; i++) {
    if (b->f->names[b->s->visible[i]] != FACT_NONE)
      return false;
    named |= is_unknown(b, i);
  }
  if (named && !t->names.size)
    add_declared(t);
  for (uint32_t i = at->first; i < at->end; i++)
    if (is_unknown(b, i) && word_before(b, i) != WORD_COLONS &&
        map_find(&t->names, hash_of(b, i)) == DECLARED)
      return false;
  return named;
}

static void add_using(struct taken *t, uint32_t node)
{
  build *b = t->b;
  const syntax_node *at = &b->s->nodes.data[node];
  word second = (word)b->s->words[at->first + 1];
  bool directive = second == WORD_NAMESPACE || second == WORD_ENUM;
  if (directive && t->count == MOST_DIRECTIVES)
    return;
  uint32_t rider = rd_builder_symbol(b->builder, RD_SYMBOL_RIDER, "", 0);
  rd_builder_declares(b->builder, rider, b->node_ids[node]);
  t->any = true;
  for (uint32_t i = at->first; i < at->end; i++) {
    bool last = i + 1 == at->end || b->s->words[i + 1] != WORD_COLONS;
    if (!is_unknown(b, i))
      continue;
    if (last && !directive)
      map_put(&t->names, hash_of(b, i), rider);
    else if (word_before(b, i) != WORD_COLONS && t->count == 0)
      map_put(&t->names, hash_of(b, i), NO_RIDER);
  }
  if (directive)
    t->directives[t->count++] = rider;
}

static void add_usings(struct taken *t)
{
  const build *b = t->b;
  for (uint32_t i = 0; i < b->s->nodes.size; i++) {
    const syntax_node *at = &b->s->nodes.data[i];
    if (at->kind == KIND_USING && at->first + 1 < at->end &&
        b->node_ids[i] != ID_NONE &&
        build_role(at->role)->place == RD_ELEMENT && is_from_headers(t, at))
      add_using(t, i);
  }
}

static void add_uses(const struct taken *t, uint32_t visible)
{
  const build *b = t->b;
  uint32_t leaf = b->token_ids[b->s->visible[visible]];
  word before = word_before(b, visible);
  if (!is_unknown(b, visible) || leaf == ID_NONE || before == WORD_COLONS)
    return;
  uint32_t rider = map_find(&t->names, hash_of(b, visible));
  if (rider < DECLARED)
    rd_builder_uses(b->builder, rider, leaf, RD_USE_NAME);
  else if (rider == MAP_NONE && before != WORD_DOT && before != WORD_ARROW)
    for (uint32_t i = 0; i < t->count; i++)
      rd_builder_uses(b->builder, t->directives[i], leaf, RD_USE_NAME);
}

void taken_add(build *b)
{
  struct taken t = { .b = b };
  add_usings(&t);
  for (uint32_t i = 0; i < b->s->count && t.any; i++)
    add_uses(&t, i);
  map_free(&t.names);
}
