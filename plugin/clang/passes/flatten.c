/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * All members of a class moved out of it at once.
 *
 * A member alone often pays only when the others have followed: a function that
 * uses a variable of the class, and is called by another one. Variables and
 * types come first, then functions, a function behind those that it mentions.
 * What needs the class itself, such as constructors, stays in it.
 */
#include "members.h"

#include <stdlib.h>

/* Larger ones are reduced first. */
enum { MOST_MEMBERS = 64 };

struct flat {
  const spellings *s;
  class_head head;
  uint32_t outside; /* the class's declaration */
  size_t count;
  class_member members[MOST_MEMBERS];
  bool printed[MOST_MEMBERS];
  spans dropped; /* access specifiers */
  bool is_empty; /* nothing stays in the class */
};

static bool is_access(const rewriter *r, uint32_t at)
{
  return spelled_is(r, at + 1, ":") &&
         (spelled_is(r, at, "public") || spelled_is(r, at, "protected") ||
          spelled_is(r, at, "private"));
}

/* false: it has too many members, or none that can be moved. */
static bool find_members(struct flat *out, const rewriter *r)
{
  out->count = 0;
  out->dropped.size = 0;
  out->is_empty = true;
  for (uint32_t at = out->head.open + 1; at < out->head.close;) {
    uint32_t node = spelled_element(r, at);
    if (is_access(r, at)) {
      ARRAY_PUSH(&out->dropped, (span){ at, at + 2 });
      at += 2;
      continue;
    }
    if (node == NODE_NONE || out->count == MOST_MEMBERS)
      return false;
    if (member_find(&out->members[out->count], r, &out->head, node))
      out->printed[out->count++] = false;
    else
      out->is_empty = false;
    at = rewrite_at(r, node)->end;
  }
  return out->count > 0;
}

static bool is_function(const rewriter *r, const class_member *of)
{
  return spelled_is(r, of->name + 1, "(");
}

/* The member that the name at the position may mean, or NULL. */
static const class_member *named(const struct flat *f, const rewriter *r,
                                 uint32_t at)
{
  if (!spelled_is_name(r, at))
    return NULL;
  for (size_t i = 0; i < f->count; i++)
    if (shape_equal(r, spelled_leaf(r, at),
                    spelled_leaf(r, f->members[i].name)))
      return &f->members[i];
  return NULL;
}

/* ---- texts ---- */

/* The largest member access that ends with the name, or the name. */
static uint32_t access_of(const rewriter *r, uint32_t at)
{
  uint32_t found = spelled_leaf(r, at), up = found;
  while (up != NODE_NONE && rewrite_at(r, up)->end == at + 1) {
    if (rewrite_kind(r, up) == KIND_MEMBER)
      found = up;
    up = rewrite_at(r, up)->parent;
  }
  return found;
}

static void add_part(rewrite_parts *parts, const rewriter *r, uint32_t node,
                     const char *text)
{
  while (parts->size &&
         rewrite_is_inside(r, parts->data[parts->size - 1].node, node))
    parts->size--;
  ARRAY_PUSH(parts, (rewrite_part){ node, text });
}

/* Its text beside the class; a variable of the class is declared only, since it
 * may be defined elsewhere. */
static const char *text_of(rewriter *r, const struct flat *f,
                           const class_member *of)
{
  const syntax_node *at = rewrite_at(r, of->node);
  rewrite_parts parts = { 0 };
  span before = member_words_before(r, of), behind = member_words_behind(r, of);
  bool is_extern = spelled_is(r, at->first, "static") && !is_function(r, of) &&
                   spelled_is(r, of->name + 1, ";");
  for (uint32_t i = at->first; i < at->end; i++) {
    bool is_word = (i >= before.begin && i < before.end) ||
                   (i >= behind.begin && i < behind.end);
    const class_member *other = i == of->name ? NULL : named(f, r, i);
    uint32_t node = other ? access_of(r, i) : spelled_leaf(r, i);
    if (is_word)
      add_part(&parts, r, node, is_extern && i == at->first ? "extern" : "");
    else if (other && node != spelled_leaf(r, i))
      add_part(&parts, r, node, rewrite_source(r, spelled_leaf(r, i)));
  }
  const char *text = rewrite_composed(r, of->node, parts.data, parts.size);
  free(parts.data);
  return text;
}

/* Does it mention a function that has not been printed? */
static bool must_wait(const struct flat *f, const rewriter *r,
                      const class_member *of)
{
  const syntax_node *at = rewrite_at(r, of->node);
  for (uint32_t i = at->first; i < at->end; i++) {
    const class_member *other = named(f, r, i);
    if (other && other != of && is_function(r, other) &&
        !f->printed[other - f->members])
      return true;
  }
  return false;
}

/* The next member to print, with variables and types before functions; NULL:
 * none is left. */
static const class_member *next_member(struct flat *f, const rewriter *r)
{
  const class_member *found = NULL;
  for (size_t i = 0; i < f->count; i++) {
    const class_member *of = &f->members[i];
    if (f->printed[i])
      continue;
    if (!is_function(r, of) || !must_wait(f, r, of)) {
      found = of;
      if (!is_function(r, of))
        break;
    }
    found = found ? found : of;
  }
  if (found)
    f->printed[found - f->members] = true;
  return found;
}

/* ---- the rewrite ---- */

/* Is the class mentioned where its members are not moved away from? */
static bool is_needed(const struct flat *f, const rewriter *r)
{
  EACH_ALIKE (at, f->s, f->head.name)
    if (!rewrite_is_inside(r, spelled_leaf(r, at), f->outside) &&
        !(spelled_is(r, at + 1, "::") && named(f, r, at + 2)))
      return true;
  return false;
}

static void put_uses(rewriter *r, const struct flat *f)
{
  for (size_t i = 0; i < f->count; i++)
    EACH_ALIKE (at, f->s, f->members[i].name) {
      uint32_t leaf = spelled_leaf(r, at);
      bool inside = false;
      for (size_t j = 0; j < f->count && !inside; j++)
        inside = rewrite_is_inside(r, leaf, f->members[j].node);
      if (!inside && spelled_can_mean(r, at, f->members[i].name))
        member_put_use(r, &f->head, at);
    }
}

static void offer(rewriter *r, struct flat *f)
{
  const char *before = "", *behind = "";
  bool mentions = false;
  const class_member *of;
  while ((of = next_member(f, r))) {
    const char *text = text_of(r, f, of);
    mentions |= of->mentions;
    if (mentions)
      behind = rewrite_format(r, "%s %s", behind, text);
    else
      before = rewrite_format(r, "%s %s", before, text);
  }
  rewrite_open(r);
  put_uses(r, f);
  if (f->is_empty && !mentions && !is_needed(f, r)) {
    rewrite_print(r, f->outside, "%s", before);
    return;
  }
  for (size_t i = 0; i < f->count; i++)
    rewrite_drop(r, f->members[i].node);
  for (size_t i = 0; i < f->dropped.size; i++)
    spelled_drop(r, f->dropped.data[i].begin, f->dropped.data[i].end);
  uint32_t last = spelled_leaf(r, rewrite_at(r, f->outside)->end - 1);
  uint32_t first = rewrite_first_leaf(r, f->outside);
  rewrite_print(r, first, "%s %s", before, rewrite_source(r, first));
  if (mentions)
    rewrite_print(r, last, "; %s", behind);
}

void rewrite_class_flat(rewriter *r)
{
  spellings s;
  struct flat f = { .s = &s };
  spellings_collect(&s, r);
  EACH_CLASS (&f.head, r) {
    f.outside = class_declaration(r, &f.head);
    if (f.head.plain && f.head.name != MAP_NONE && f.outside != NODE_NONE &&
        f.head.colon == f.head.open && find_members(&f, r))
      offer(r, &f);
  }
  free(f.dropped.data);
  spellings_free(&s);
}

/* ---- constructors ---- */

/* The body of a function whose parameters begin at the position: behind the
 * initialisers of members; 0 if there is none. */
static uint32_t body_of(const rewriter *r, uint32_t open)
{
  uint32_t at = spelled_behind(r, open);
  if (at && spelled_is(r, at, ":"))
    while (at < r->s->count &&
           !(spelled_is(r, at, "{") &&
             (spelled_is(r, at - 1, ")") || spelled_is(r, at - 1, "}"))))
      at = spelled_next(r, at);
  return at && spelled_is(r, at, "{") ? at : 0;
}

/* The only constructor of a class that has no other member; MAP_NONE: there is
 * more, or less. */
static uint32_t only_constructor(const rewriter *r, const class_head *of)
{
  uint32_t at = of->open + 1;
  if (is_access(r, at))
    at += 2;
  uint32_t node = spelled_element(r, at);
  while (spelled_is(r, at, "explicit") || spelled_is(r, at, "constexpr") ||
         spelled_is(r, at, "inline"))
    at++;
  bool alone = node != NODE_NONE && rewrite_at(r, node)->end == of->close &&
               spelled_is(r, at + 1, "(") &&
               shape_equal(r, spelled_leaf(r, at), spelled_leaf(r, of->name));
  return alone ? at : MAP_NONE;
}

/* `NAME variable(...)` becomes a call, as `NAME(...)` is already. */
static void put_call(rewriter *r, uint32_t name)
{
  uint32_t variable = spelled_leaf(r, name + 1);
  if (!spelled_is_name(r, name + 1))
    return;
  if (spelled_is(r, name + 2, "("))
    rewrite_drop(r, variable);
  else if (spelled_is(r, name + 2, ";"))
    rewrite_text(r, variable, "()");
}

void rewrite_constructor_function(rewriter *r)
{
  spellings s;
  class_head head;
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    uint32_t outside = class_declaration(r, &head), own;
    if (!head.plain || head.name == MAP_NONE || outside == NODE_NONE ||
        (own = only_constructor(r, &head)) == MAP_NONE)
      continue;
    uint32_t body = body_of(r, own + 1);
    if (!body)
      continue;
    rewrite_open(r);
    rewrite_print(r, outside, "void %s %s",
                  spelled_text(r, own, spelled_behind(r, own + 1)),
                  spelled_text(r, body, head.close));
    EACH_ALIKE (at, &s, head.name)
      if (!rewrite_is_inside(r, spelled_leaf(r, at), outside))
        put_call(r, at);
  }
  spellings_free(&s);
}
