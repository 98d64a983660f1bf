/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What names a type: aliases give way to the type, and types to auto.
 *
 * An alias is `using A = T;`, or `typedef T A;` within a class or namespace,
 * where its uses may be qualified. A use goes with what qualifies it, so that
 * `typename a<int>::b` becomes the type that `b` names; where that depends on
 * the parameters of a template, the candidate does not compile.
 */
#include "spelled.h"

/* An alias: its declaration, its name, its type, what the uses would cost. */
struct alias {
  uint32_t node, name;
  bool alone; /* no other alias has the name */
  span type;
  uint32_t uses;
  int64_t growth;
};

/* ---- finding ---- */

static bool find_using(struct alias *out, const rewriter *r, uint32_t at)
{
  uint32_t end = rewrite_at(r, out->node)->end - 1;
  if (!spelled_is_name(r, at + 1) || !spelled_is(r, at + 2, "="))
    return false;
  out->name = at + 1;
  out->type = (span){ at + 3, end };
  return true;
}

/* Not those with a declarator around the name. */
static bool find_typedef(struct alias *out, const rewriter *r, uint32_t at)
{
  uint32_t end = rewrite_at(r, out->node)->end - 1;
  out->name = end - 1;
  out->type = (span){ at + 1, end - 1 };
  for (uint32_t i = at + 1; i < end; i++)
    if (spelled_is(r, i, "{") || spelled_is(r, i, ";") ||
        (spelled_is(r, i, ",") && r->f->declares[r->s->visible[i - 1]]))
      return false;
  return spelled_is_name(r, out->name);
}

static bool find_alias(struct alias *out, const rewriter *r, uint32_t at)
{
  bool is_using = spelled_is(r, at, "using");
  if (!is_using && !spelled_is(r, at, "typedef"))
    return false;
  *out = (struct alias){ .node = spelled_element(r, at) };
  if (out->node == NODE_NONE ||
      !spelled_is(r, rewrite_at(r, out->node)->end - 1, ";") ||
      !(is_using ? find_using(out, r, at) : find_typedef(out, r, at)))
    return false;
  return out->type.begin < out->type.end;
}

/* ---- uses ---- */

/* Where the use at the position begins, with what qualifies it. */
static uint32_t begin_of(const rewriter *r, uint32_t at)
{
  uint32_t begin = spelled_chain(r, at);
  return begin < at && begin && spelled_is(r, begin - 1, "typename") ? begin - 1
                                                                     : begin;
}

static bool is_use(const rewriter *r, const struct alias *of, uint32_t at)
{
  uint32_t use = r->s->visible[at], own = r->s->visible[of->name];
  bool known =
      r->f->names[use] != FACT_NONE && r->f->names[use] == r->f->names[own];
  return !r->f->declares[use] && (of->alone || known) &&
         spelled_can_mean(r, at, of->name) && !spelled_is(r, at + 1, "::") &&
         !spelled_is(r, at - 1, ".") && !spelled_is(r, at - 1, "->");
}

/* Is the name at the position declared there as a type? */
static bool is_alias(const rewriter *r, uint32_t at)
{
  return (at && spelled_is(r, at - 1, "using")) ||
         (spelled_is(r, at + 1, ";") && r->f->declares[r->s->visible[at]]);
}

static bool is_alone(const rewriter *r, const spellings *s, uint32_t name)
{
  EACH_ALIKE (at, s, name)
    if (at != name && is_alias(r, at))
      return false;
  return true;
}

static void count_uses(struct alias *of, const rewriter *r, const spellings *s)
{
  uint32_t tokens = of->type.end - of->type.begin;
  EACH_ALIKE (at, s, of->name)
    if (at && is_use(r, of, at)) {
      of->uses++;
      of->growth += (int64_t)tokens - (at + 1 - begin_of(r, at));
    }
  of->growth -= rewrite_tokens(r, of->node);
}

static void offer(rewriter *r, const spellings *s, const struct alias *of)
{
  const char *text = spelled_text(r, of->type.begin, of->type.end);
  rewrite_open(r);
  EACH_ALIKE (at, s, of->name) {
    if (!at || !is_use(r, of, at))
      continue;
    uint32_t begin = begin_of(r, at);
    if (begin < at)
      spelled_drop(r, begin, at);
    rewrite_text(r, spelled_leaf(r, at), text);
  }
  rewrite_drop(r, of->node);
}

static void offer_all(rewriter *r, bool growing)
{
  spellings s;
  struct alias of;
  spellings_collect(&s, r);
  for (uint32_t at = 0; at < r->s->count; at++) {
    if (!find_alias(&of, r, at))
      continue;
    of.alone = is_alone(r, &s, of.name);
    count_uses(&of, r, &s);
    if (of.uses && (of.growth > 0) == growing)
      offer(r, &s, &of);
  }
  spellings_free(&s);
}

void rewrite_alias_type(rewriter *r)
{
  offer_all(r, false);
}

void rewrite_alias_longer_type(rewriter *r)
{
  offer_all(r, true);
}

/* ---- to auto ---- */

/* Can the type be found out: is there a body, or a value? */
static bool has_value(const rewriter *r, uint32_t type)
{
  uint32_t owner = rewrite_at(r, type)->parent;
  if (rewrite_kind(r, owner) == KIND_FUNCTION)
    return true;
  EACH_BELOW (at, r, owner)
    if (rewrite_kind(r, at) == KIND_WITH_VALUE)
      return true;
  return false;
}

void rewrite_type_auto(rewriter *r)
{
  EACH_NODE (node, r) {
    syntax_role role = rewrite_role(r, node);
    if ((role != ROLE_TYPE && role != ROLE_RETURN_TYPE) ||
        rewrite_tokens(r, node) < 2 || !has_value(r, node))
      continue;
    rewrite_open(r);
    rewrite_text(r, node, "auto");
  }
}
