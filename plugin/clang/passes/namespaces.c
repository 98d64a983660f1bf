/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Blocks around declarations: namespaces and extern "C".
 *
 * A namespace goes with its braces, its name goes from every qualified name,
 * and using directives and aliases of it go as a whole; what was in it stays
 * where it was. All blocks of a name are opened at once: if only one were, the
 * names in the other would be out of reach. Two namespaces of one name in
 * different places count as one.
 */
#include "spelled.h"

/* The head of a block: `inline namespace A::B {`, `namespace {`. */
struct block {
  uint32_t begin, name, brace; /* name == brace if it has none */
};

/* False for directives, aliases and what is damaged. */
static bool find_block(struct block *out, const rewriter *r, uint32_t keyword)
{
  uint32_t at = keyword + 1;
  bool is_inline = keyword && spelled_is(r, keyword - 1, "inline");
  out->begin = keyword - is_inline;
  for (out->name = at; !spelled_is(r, at, "{"); at++) {
    if (spelled_is(r, at, "["))
      at = spelled_behind(r, at) - 1;
    else if (spelled_is(r, at, "__attribute__"))
      at = spelled_behind(r, at + 1) - 1;
    else if (spelled_is_name(r, at) && !spelled_is_name(r, out->name))
      out->name = at;
    else if (!spelled_is_name(r, at) && !spelled_is(r, at, "::") &&
             !spelled_is(r, at, "inline"))
      return false;
    if (at >= r->s->count)
      return false;
  }
  out->brace = at;
  if (!spelled_is_name(r, out->name))
    out->name = at;
  return spelled_behind(r, at) > 0;
}

/* Drops the head and the braces. */
static void drop_block(rewriter *r, const struct block *block)
{
  spelled_drop(r, block->begin, block->brace + 1);
  uint32_t behind = spelled_behind(r, block->brace);
  spelled_drop(r, behind - 1, behind);
}

/* ---- the uses of a name ---- */

/* Is the name part of the head of a block? Then keeps what else is there. */
static bool drop_in_head(rewriter *r, uint32_t at)
{
  uint32_t keyword = at - 1;
  while (keyword && !spelled_is(r, keyword, "namespace") &&
         (spelled_is_name(r, keyword) || spelled_is(r, keyword, "::") ||
          spelled_is(r, keyword, "inline")))
    keyword--;
  struct block block;
  if (!spelled_is(r, keyword, "namespace") ||
      (keyword && spelled_is(r, keyword - 1, "using")) ||
      !find_block(&block, r, keyword))
    return false;
  if (spelled_is(r, at + 1, "::"))
    spelled_drop(r, at, at + 2);
  else if (spelled_is(r, at - 1, "::"))
    spelled_drop(r, at - 1, at + 1);
  else
    drop_block(r, &block);
  return true;
}

/* A `using namespace A;`, `namespace B = A;` or `using A::x;` says nothing once
 * the name is gone. Drops it as a whole. */
static bool drop_declaration(rewriter *r, uint32_t at)
{
  bool last = spelled_is(r, at + 1, ";");
  if (last && at > 1 && spelled_is(r, at - 1, "::") &&
      spelled_is_name(r, at - 2)) {
    spelled_drop(r, at - 1, at + 1);
    return true;
  }
  bool member = spelled_is(r, at + 1, "::") && spelled_is(r, at + 3, ";");
  uint32_t begin = at;
  while (begin && !spelled_is(r, begin - 1, "namespace") &&
         (spelled_is(r, begin - 1, "::") ||
          (last && spelled_is_name(r, begin - 1))))
    begin--;
  if (last && begin && spelled_is(r, begin - 1, "="))
    begin -= 2;
  if (last && begin && spelled_is(r, begin - 1, "namespace"))
    begin--;
  else if (!member)
    return false;
  if (begin && spelled_is(r, begin - 1, "using"))
    begin--;
  else if (member)
    return false;
  spelled_drop(r, begin, at + (last ? 2 : 4));
  return true;
}

static void drop_uses(rewriter *r, const spellings *s, uint32_t name)
{
  EACH_ALIKE (at, s, name)
    if (spelled_can_mean(r, at, name) && !drop_in_head(r, at) &&
        !drop_declaration(r, at) && spelled_is(r, at + 1, "::"))
      spelled_drop(r, at, at + 2);
}

/* ---- offering ---- */

void rewrite_namespace_dropped(rewriter *r)
{
  spellings s;
  struct block block;
  map seen = { 0 };
  spellings_collect(&s, r);
  EACH_SPELLED (at, &s, "namespace") {
    if (!find_block(&block, r, at))
      continue;
    if (block.name == block.brace) {
      rewrite_open(r);
      drop_block(r, &block);
      continue;
    }
    uint64_t spelling = spellings_first(&s, block.name) + UINT64_C(1);
    if (map_find(&seen, spelling) != MAP_NONE)
      continue;
    map_put(&seen, spelling, at);
    rewrite_open(r);
    drop_uses(r, &s, block.name);
  }
  map_free(&seen);
  spellings_free(&s);
}

/* Drops extern "C" before a declaration, or with the braces around many. */
void rewrite_linkage_dropped(rewriter *r)
{
  for (uint32_t at = 0; at + 2 < r->s->count; at++) {
    uint32_t behind = at + 2;
    if (!spelled_is(r, at, "extern") ||
        r->s->tokens[r->s->visible[at + 1]].kind != TOKEN_STRING)
      continue;
    uint32_t close = spelled_is(r, behind, "{") ? spelled_behind(r, behind) : 0;
    rewrite_open(r);
    spelled_drop(r, at, behind + (close > 0));
    if (close)
      spelled_drop(r, close - 1, close);
  }
}
