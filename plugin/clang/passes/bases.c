/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bases: merged with a class derived from them, or put in its place.
 *
 * Either way two classes become one, and all uses of the one that goes become
 * uses of the one that stays. Where one of them is a template, its arguments would
 * have to fit as well, so only a base that nothing else mentions is merged: its members
 * get the arguments for the parameters.
 */
#include <string.h>

#include "classes.h"
#include "templates.h"

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

/* ---- a template goes ---- */

/* What is put for a name in the members of a base. */
typedef struct renamed {
  uint32_t name; /* a position */
  const char *text;
} renamed;

typedef ARRAY(renamed) renamed_names;

/* The class template that only the base mentions, without bases; or false. */
static bool find_only_base(class_head *out, const rewriter *r,
                           const spellings *s, uint32_t name)
{
  uint32_t first = spellings_first(s, name), node;
  if (first >= name || !class_named(out, r, first) || out->colon < out->open ||
      spelled_is(r, first + 1, "<"))
    return false;
  node = class_declaration(r, out);
  EACH_ALIKE (at, s, name)
    if (at != name && (node == NODE_NONE || at < rewrite_at(r, node)->first ||
                       at >= rewrite_at(r, node)->end))
      return false;
  return true;
}

static const char *text_for(const rewriter *r, const renamed_names *names,
                            uint32_t at)
{
  for (size_t i = 0; i < names->size; i++)
    if (shape_equal(r, spelled_leaf(r, at),
                    spelled_leaf(r, names->data[i].name)))
      return names->data[i].text;
  return NULL;
}

/* The tokens with the texts of the names. */
static const char *text_with(rewriter *r, span of, const renamed_names *names)
{
  textbuf out = { 0 };
  uint32_t from = of.begin;
  text_puts(&out, "");
  for (uint32_t at = from; at < of.end; at++) {
    const char *text = text_for(r, names, at);
    if (!text)
      continue;
    text_printf(&out, " %s %s", from < at ? spelled_text(r, from, at) : "",
                text);
    from = at + 1;
  }
  if (from < of.end)
    text_printf(&out, " %s", spelled_text(r, from, of.end));
  const char *made = rewrite_format(r, "%s", out.data);
  text_free(&out);
  return made;
}

/* Pairs the parameters of a class with the arguments behind the name of a base; in a
 * default argument those before it count. */
static bool pair_parameters(renamed_names *out, rewriter *r,
                            const class_head *base, span at)
{
  spans parameters = { 0 }, arguments = { 0 };
  bool good = base->plain ||
              spelled_list(&parameters, r, spelled_open(r, base->keyword - 1));
  if (good && at.end > at.begin + 1)
    good = spelled_list(&arguments, r, at.begin + 1);
  for (size_t i = 0; i < parameters.size && good; i++) {
    template_parameter of = template_parameter_of(r, parameters.data[i]);
    span with = i < arguments.size ? arguments.data[i]
                                   : (span){ of.initial, of.at.end };
    good = !of.pack && with.begin < with.end;
    if (!good || of.name == MAP_NONE)
      continue;
    const char *text = i < arguments.size
                           ? spelled_text(r, with.begin, with.end)
                           : text_with(r, with, out);
    ARRAY_PUSH(out, (renamed){ of.name, text });
  }
  good = good && arguments.size <= parameters.size;
  ARRAY_FREE(&parameters);
  ARRAY_FREE(&arguments);
  return good;
}

static void offer_members(rewriter *r, const spellings *s,
                          const class_head *into, const spans *bases,
                          size_t index)
{
  span at = without_words(r, bases->data[index]);
  class_head base;
  renamed_names names = { 0 };
  bool fits =
      at.end == at.begin + 1 || (spelled_is(r, at.begin + 1, "<") &&
                                 spelled_behind(r, at.begin + 1) == at.end);
  if (fits && find_only_base(&base, r, s, at.begin) &&
      pair_parameters(&names, r, &base, at)) {
    ARRAY_PUSH(&names, (renamed){ base.name, spelled_text(r, into->name,
                                                          into->name + 1) });
    rewrite_open(r);
    rewrite_drop(r, class_declaration(r, &base));
    rewrite_print(r, spelled_leaf(r, into->open), "{ %s",
                  text_with(r, (span){ base.open + 1, base.close }, &names));
    drop_base(r, into, bases, index);
  }
  ARRAY_FREE(&names);
}

void rewrite_base_merged(rewriter *r)
{
  spellings s;
  spans bases = { 0 };
  class_head head, base;
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    class_bases(&bases, r, &head);
    for (size_t i = 0; i < bases.size && head.name != MAP_NONE; i++) {
      bool is_plain = find_base(&base, r, &s, bases.data[i]);
      if (!is_plain || !head.plain) {
        offer_members(r, &s, &head, &bases, i);
      } else if (base.colon == base.open) {
        rewrite_open(r);
        merge(r, &s, &head, &base);
        drop_base(r, &head, &bases, i);
      }
    }
  }
  ARRAY_FREE(&bases);
  spellings_free(&s);
}
