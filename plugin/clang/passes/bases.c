/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bases: merged with a class derived from them, or put in its place.
 *
 * Either way two classes become one, and all uses of the one that goes become
 * uses of the one that stays. Templates are left alone: their arguments would
 * have to fit as well.
 */
#include <string.h>

#include "classes.h"

/* The words before the name of a base. */
static span without_words(const rewriter *r, span base)
{
  while (base.begin < base.end && (spelled_is(r, base.begin, "public") ||
                                   spelled_is(r, base.begin, "private") ||
                                   spelled_is(r, base.begin, "protected") ||
                                   spelled_is(r, base.begin, "virtual")))
    base.begin++;
  return base;
}

/* Puts the text for each mention of the class outside of [begin, end). */
static void put_name(rewriter *r, const spellings *s, const class_head *of,
                     span but, const char *text)
{
  EACH_ALIKE (at, s, of->name)
    if ((at < but.begin || at >= but.end) && spelled_can_mean(r, at, of->name))
      rewrite_text(r, spelled_leaf(r, at), text);
}

/* Drops one base, and the colon with the last one. */
static void drop_base(rewriter *r, const class_head *of, const spans *bases,
                      size_t index)
{
  if (bases->size == 1)
    spelled_drop(r, of->colon, of->open);
  else
    spelled_drop_item(r, bases, index);
}

/* ---- the derived class goes ---- */

void rewrite_derived_base(rewriter *r)
{
  spellings s;
  spans bases = { 0 };
  class_head head;
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    uint32_t node = class_declaration(r, &head);
    class_bases(&bases, r, &head);
    if (!head.plain || head.name == MAP_NONE || node == NODE_NONE ||
        !bases.size)
      continue;
    span base = without_words(r, bases.data[0]);
    rewrite_open(r);
    put_name(r, &s, &head,
             (span){ rewrite_at(r, node)->first, rewrite_at(r, node)->end },
             spelled_text(r, base.begin, base.end));
    class_drop_outer(r, &s, &head);
    rewrite_drop(r, node);
  }
  ARRAY_FREE(&bases);
  spellings_free(&s);
}

/* ---- the base goes ---- */

/* The class without parameters that the base names, or false. */
static bool find_base(class_head *out, const rewriter *r, const spellings *s,
                      span base)
{
  base = without_words(r, base);
  if (base.end != base.begin + 1)
    return false;
  EACH_ALIKE (at, s, base.begin)
    if (at < base.begin && class_named(out, r, at))
      return out->plain && class_declaration(r, out) != NODE_NONE;
  return false;
}

static void merge(rewriter *r, const spellings *s, const class_head *into,
                  const class_head *base)
{
  uint32_t node = class_declaration(r, base);
  span inside = { base->open + 1, base->close };
  const char *name = spelled_text(r, into->name, into->name + 1);
  put_name(r, s, base,
           (span){ rewrite_at(r, node)->first, rewrite_at(r, node)->end },
           name);
  rewrite_drop(r, node);
  if (inside.begin < inside.end)
    rewrite_print(r, spelled_leaf(r, into->open), "{ %s",
                  spelled_renamed(r, inside, base->name, name));
}

void rewrite_base_merged(rewriter *r)
{
  spellings s;
  spans bases = { 0 };
  class_head head, base;
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    class_bases(&bases, r, &head);
    for (size_t i = 0; i < bases.size; i++) {
      if (!head.plain || head.name == MAP_NONE ||
          !find_base(&base, r, &s, bases.data[i]) || base.colon < base.open)
        continue;
      rewrite_open(r);
      merge(r, &s, &head, &base);
      drop_base(r, &head, &bases, i);
    }
  }
  ARRAY_FREE(&bases);
  spellings_free(&s);
}
