/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Classes: made structs or int, or left without members; enumerations made int.
 *
 * Members that are defined outside of their class go with those in it.
 */
#include "classes.h"

/* ---- finding ---- */

static bool is_keyword(const rewriter *r, uint32_t at)
{
  return (spelled_is(r, at, "class") || spelled_is(r, at, "struct") ||
          spelled_is(r, at, "union")) &&
         !(at && spelled_is(r, at - 1, "enum"));
}

/* Can the token stand between a class's keyword and its brace? */
static bool is_in_head(const rewriter *r, uint32_t at, bool bases)
{
  if (at >= r->s->count || spelled_is(r, at, ";") || spelled_is(r, at, ")") ||
      spelled_is(r, at, "}") || spelled_is(r, at, "="))
    return false;
  return bases || (!spelled_is(r, at, ",") && !spelled_is(r, at, ">") &&
                   !spelled_is(r, at, "*") && !spelled_is(r, at, "&"));
}

bool class_find(class_head *out, const rewriter *r, uint32_t keyword)
{
  *out = (class_head){ .keyword = keyword, .name = MAP_NONE };
  if (!is_keyword(r, keyword))
    return false;
  uint32_t at = keyword + 1;
  out->plain = !(keyword && spelled_is(r, keyword - 1, ">"));
  for (; !spelled_is(r, at, "{"); at = spelled_next(r, at)) {
    if (!is_in_head(r, at, out->colon))
      return false;
    if (!out->colon && spelled_is(r, at, ":"))
      out->colon = at;
    out->plain &=
        out->colon || (!spelled_is(r, at, "::") && !spelled_is(r, at, "<"));
    if (!out->colon && spelled_is_name(r, at) && !spelled_is(r, at, "final") &&
        !spelled_is(r, at + 1, "("))
      out->name = at;
  }
  uint32_t behind = spelled_behind(r, at);
  out->open = at;
  out->close = behind - 1;
  out->colon = out->colon ? out->colon : at;
  return behind > 0;
}

/* Attributes may stand before the name. */
bool class_named(class_head *out, const rewriter *r, uint32_t name)
{
  enum { MOST = 16 };
  for (uint32_t at = name; at && name - at < MOST; at--)
    if (is_keyword(r, at - 1))
      return class_find(out, r, at - 1) && out->name == name;
  return false;
}

uint32_t class_next(class_head *out, const rewriter *r, uint32_t from)
{
  while (from < r->s->count && !class_find(out, r, from))
    from++;
  return from;
}

/* Where the parameters of a template before the position begin; the position if
 * there are none. */
static uint32_t template_begin(const rewriter *r, uint32_t at)
{
  while (at && spelled_is(r, at - 1, ">") && spelled_open(r, at - 1))
    at = spelled_open(r, at - 1) - 1;
  return at;
}

uint32_t class_declaration(const rewriter *r, const class_head *of)
{
  uint32_t node = spelled_element(r, template_begin(r, of->keyword));
  bool whole = node != NODE_NONE && spelled_is(r, of->close + 1, ";") &&
               rewrite_at(r, node)->end == of->close + 2;
  return whole ? node : NODE_NONE;
}

void class_bases(spans *out, const rewriter *r, const class_head *of)
{
  uint32_t begin = of->colon + 1;
  out->size = 0;
  for (uint32_t at = begin; at <= of->open; at = spelled_next(r, at))
    if (at == of->open || spelled_is(r, at, ",")) {
      if (begin < at)
        ARRAY_PUSH(out, (span){ begin, at });
      begin = at + 1;
    }
}

/* ---- members outside ---- */

/* The declaration around the position in whose head the position is: not within
 * parameters or a body. */
static uint32_t headed_by(const rewriter *r, uint32_t at)
{
  uint32_t node = spelled_leaf(r, at);
  while (node != NODE_NONE && rewrite_kind(r, node) != KIND_FUNCTION &&
         rewrite_kind(r, node) != KIND_DECLARATION)
    node = rewrite_at(r, node)->parent;
  if (node == NODE_NONE)
    return node;
  uint32_t i = rewrite_at(r, node)->first;
  while (i < at)
    i = spelled_next(r, i);
  uint32_t first = spelled_element(r, rewrite_at(r, node)->first);
  return i > at ? NODE_NONE : first == NODE_NONE ? node : first;
}

void class_drop_outer(rewriter *r, const spellings *s, const class_head *of)
{
  if (of->name == MAP_NONE)
    return;
  EACH_ALIKE (at, s, of->name) {
    uint32_t behind =
        spelled_is(r, at + 1, "<") ? spelled_behind(r, at + 1) : at + 1;
    uint32_t node = behind && spelled_is(r, behind, "::") &&
                            (at < of->keyword || at > of->close)
                        ? headed_by(r, at)
                        : NODE_NONE;
    if (node != NODE_NONE)
      rewrite_drop(r, node);
  }
}

/* ---- without members ---- */

void rewrite_class_empty(rewriter *r)
{
  spellings s;
  class_head head;
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    if (head.close == head.open + 1)
      continue;
    rewrite_open(r);
    spelled_drop(r, head.open + 1, head.close);
    class_drop_outer(r, &s, &head);
  }
  spellings_free(&s);
}

/* ---- to a struct ---- */

static bool is_access(const rewriter *r, uint32_t at)
{
  return spelled_is(r, at, "public") || spelled_is(r, at, "private") ||
         spelled_is(r, at, "protected");
}

/* Drops who may use the bases and the members; `dry` only says if there is
 * something to drop. */
static bool open_access(rewriter *r, const class_head *head, bool dry)
{
  bool any = false;
  for (uint32_t at = head->colon; at < head->close;) {
    bool label = at > head->open && spelled_is(r, at + 1, ":");
    if (is_access(r, at) && (label || at < head->open)) {
      any = true;
      if (!dry)
        spelled_drop(r, at, at + 1u + label);
    }
    at = at == head->open ? at + 1 : spelled_next(r, at);
  }
  return any;
}

void rewrite_class_struct(rewriter *r)
{
  class_head head;
  EACH_CLASS (&head, r) {
    if (!open_access(r, &head, true))
      continue;
    rewrite_open(r);
    if (spelled_is(r, head.keyword, "class"))
      rewrite_text(r, spelled_leaf(r, head.keyword), "struct");
    open_access(r, &head, false);
  }
}

/* ---- to int ---- */

/* Puts int for a use, with its arguments and what qualifies it. */
static void put_int(rewriter *r, uint32_t at)
{
  uint32_t begin = spelled_chain(r, at), behind = at + 1;
  if (spelled_is(r, behind, "<") && spelled_behind(r, behind))
    behind = spelled_behind(r, behind);
  bool elaborated = begin && is_keyword(r, begin - 1);
  spelled_drop(r, begin - elaborated, at);
  rewrite_text(r, spelled_leaf(r, at), "int");
  spelled_drop(r, at + 1, behind);
}

/* Drops all declarations of the class alone, specialisations too. */
static bool drop_declared(rewriter *r, uint32_t at)
{
  uint32_t keyword = at - 1, behind = at + 1;
  if (spelled_is(r, behind, "<") && spelled_behind(r, behind))
    behind = spelled_behind(r, behind);
  if (!is_keyword(r, keyword) ||
      !(spelled_is(r, behind, ";") || spelled_is(r, behind, "{") ||
        spelled_is(r, behind, ":")))
    return false;
  uint32_t node = spelled_element(r, template_begin(r, keyword));
  if (node != NODE_NONE)
    rewrite_drop(r, node);
  return node != NODE_NONE;
}

/* Is it the name of a class in a declaration of that class alone? */
static bool is_only_declared(const rewriter *r, uint32_t name)
{
  return name && is_keyword(r, name - 1) && spelled_is_name(r, name) &&
         spelled_is(r, name + 1, ";") &&
         spelled_element(r, name - 1) != NODE_NONE;
}

/* Opens a rewrite that makes int of what has this name; false: it was offered. */
static bool open_int(rewriter *r, const spellings *s, map *seen, uint32_t name)
{
  uint64_t spelling = spellings_first(s, name) + UINT64_C(1);
  if (map_find(seen, spelling) != MAP_NONE)
    return false;
  map_put(seen, spelling, name);
  rewrite_open(r);
  return true;
}

static void make_int(rewriter *r, const spellings *s, uint32_t name)
{
  EACH_ALIKE (at, s, name)
    if (at && spelled_can_mean(r, at, name) && !drop_declared(r, at))
      put_int(r, at);
}

void rewrite_class_int(rewriter *r)
{
  spellings s;
  class_head head;
  map seen = { 0 };
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    if (head.name == MAP_NONE || !open_int(r, &s, &seen, head.name))
      continue;
    class_drop_outer(r, &s, &head);
    make_int(r, &s, head.name);
  }
  for (uint32_t at = 0; at < r->s->count; at++)
    if (is_only_declared(r, at) && open_int(r, &s, &seen, at))
      make_int(r, &s, at);
  map_free(&seen);
  spellings_free(&s);
}

/* ---- enumerations ---- */

/* `enum NAME : TYPE { CONSTANTS };` by its tokens. */
struct enumeration {
  uint32_t node, name, open;
};

static bool find_enumeration(struct enumeration *out, const rewriter *r,
                             uint32_t keyword)
{
  uint32_t at = keyword + 1;
  at += spelled_is(r, at, "class") || spelled_is(r, at, "struct");
  *out = (struct enumeration){ spelled_element(r, keyword), at, at + 1 };
  while (!spelled_is(r, out->open, "{")) {
    if (out->open >= r->s->count || spelled_is(r, out->open, ";"))
      return false;
    out->open++;
  }
  uint32_t behind = spelled_behind(r, out->open);
  return out->node != NODE_NONE && spelled_is_name(r, at) &&
         (out->open == at + 1 || spelled_is(r, at + 1, ":")) && behind &&
         rewrite_at(r, out->node)->end == behind + 1;
}

/* Puts its value for each use of a constant, where that is known. */
static void put_value(rewriter *r, const spellings *s, uint32_t name)
{
  uint32_t symbol = r->f->names[r->s->visible[name]];
  if (symbol == FACT_NONE ||
      rewrite_fact(r, symbol)->kind != RD_SYMBOL_ENUMERATOR)
    return;
  long long value =
      clang_getEnumConstantDeclValue(rewrite_fact(r, symbol)->canonical);
  EACH_ALIKE (at, s, name) {
    if (at == name || r->f->names[r->s->visible[at]] != symbol)
      continue;
    spelled_drop(r, spelled_chain(r, at), at);
    rewrite_print(r, spelled_leaf(r, at), "%lld", value);
  }
}

/* Where `enum`, `enum class` before the position begins, or the position. */
static uint32_t behind_enum(const rewriter *r, uint32_t at)
{
  uint32_t begin = at;
  begin -=
      at && (spelled_is(r, at - 1, "class") || spelled_is(r, at - 1, "struct"));
  return begin && spelled_is(r, begin - 1, "enum") ? begin - 1 : at;
}

/* Is it `enum NAME : TYPE;` or `enum class NAME;`, from that position on? */
static bool declares_enumeration(const rewriter *r, uint32_t begin,
                                 uint32_t name)
{
  return spelled_is(r, begin, "enum") &&
         (spelled_is(r, name + 1, ":") ||
          (spelled_is(r, name + 1, ";") && begin + 2 == name));
}

static void put_ints(rewriter *r, const spellings *s,
                     const struct enumeration *of)
{
  EACH_ALIKE (at, s, of->name) {
    if (at == of->name || !spelled_can_mean(r, at, of->name) ||
        spelled_is(r, at + 1, "::"))
      continue;
    uint32_t begin = behind_enum(r, spelled_chain(r, at));
    uint32_t node = spelled_element(r, begin);
    if (node != NODE_NONE && declares_enumeration(r, begin, at)) {
      rewrite_drop(r, node);
      continue;
    }
    spelled_drop(r, begin, at);
    rewrite_text(r, spelled_leaf(r, at), "int");
  }
}

void rewrite_enum_int(rewriter *r)
{
  spellings s;
  spans constants = { 0 };
  spellings_collect(&s, r);
  EACH_SPELLED (keyword, &s, "enum") {
    struct enumeration of;
    if (!find_enumeration(&of, r, keyword))
      continue;
    rewrite_open(r);
    spelled_list(&constants, r, of.open);
    for (size_t i = 0; i < constants.size; i++)
      put_value(r, &s, constants.data[i].begin);
    put_ints(r, &s, &of);
    rewrite_drop(r, of.node);
  }
  ARRAY_FREE(&constants);
  spellings_free(&s);
}
