/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Classes merged: a base with a class derived from it, or put in its place; and two
 * that have nothing to do with each other.
 *
 * Either way two classes become one, and all uses of the one that goes become
 * uses of the one that stays. Where one of them is a template, its arguments would
 * have to fit as well, so only a base that nothing else mentions is merged: its members
 * get the arguments for the parameters.
 *
 * Any two classes make two candidates, one for each that may go, so they are asked for
 * when nothing else is left, where there are few, and not if what stands in the text
 * tells that they do not compile: a use before the class that stays, or out of its
 * scope, an object of one in the other, a member that both have.
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

/* What defines the class: the whole declaration, or up to its declarators. */
static span definition_of(const rewriter *r, const class_head *of)
{
  uint32_t node = class_declaration(r, of);
  return node == NODE_NONE
             ? (span){ of->keyword, of->close + 1 }
             : (span){ rewrite_at(r, node)->first, rewrite_at(r, node)->end };
}

/* The members of a class with the name of another in place of its. */
static const char *members_as(rewriter *r, const class_head *of,
                              const char *name)
{
  span inside = { of->open + 1, of->close };
  return of->name == MAP_NONE || inside.begin == inside.end
             ? spelled_text(r, inside.begin, inside.end)
             : spelled_renamed(r, inside, of->name, name);
}

/* Moves the members of a class into another, whose name is put for its. They stand
 * before or behind the others as they did. */
static void merge(rewriter *r, const spellings *s, const class_head *into,
                  const class_head *from)
{
  uint32_t node = class_declaration(r, from);
  span whole = definition_of(r, from);
  const char *name = spelled_text(r, into->name, into->name + 1);
  const char *members = members_as(r, from, name);
  if (from->name != MAP_NONE)
    put_name(r, s, from, whole, name);
  if (node == NODE_NONE)
    rewrite_text(r, spelled_node(r, whole), name);
  else if (from->open > into->open && from->close < into->close)
    rewrite_text(r, node, members);
  else
    rewrite_drop(r, node);
  if (from->open < into->open && *members)
    rewrite_print(r, spelled_leaf(r, into->open), "{ %s", members);
  else if (from->open > into->close && *members)
    rewrite_print(r, spelled_leaf(r, into->close), "%s }", members);
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

/* ---- any class goes ---- */

typedef ARRAY(class_head) class_heads;

/* A class whose members move into another one. */
struct merged {
  class_head from, into;
  span whole; /* the definition of the one that goes */
  uint32_t
      home; /* the brace around the one that stays, MAP_NONE: there is none */
  bool beside; /* the same is around the one that goes */
};

static bool is_within(uint32_t at, span of)
{
  return at >= of.begin && at < of.end;
}

static uint32_t brace_around(const rewriter *r, uint32_t of)
{
  for (uint32_t at = of; at-- > 0;)
    if (spelled_is(r, at, "{") && spelled_behind(r, at) > of)
      return at;
  return MAP_NONE;
}

/* Does a declarator, without parameters, end before the position? */
static bool ends_declarator(const rewriter *r, uint32_t at)
{
  return spelled_is(r, at, ";") || spelled_is(r, at, ",") ||
         spelled_is(r, at, "=") || spelled_is(r, at, "[") ||
         spelled_is(r, at, "{");
}

static bool is_alike(const rewriter *r, uint32_t a, uint32_t b)
{
  return shape_equal(r, spelled_leaf(r, a), spelled_leaf(r, b));
}

/* Behind the member's name that may be at the position, and its parameters; or 0. */
static uint32_t behind_member(const rewriter *r, uint32_t at)
{
  if (!spelled_is_name(r, at) || spelled_is(r, at - 1, "="))
    return 0;
  if (spelled_is(r, at + 1, "("))
    return spelled_behind(r, at + 1);
  return ends_declarator(r, at + 1) ? at + 1 : 0;
}

static bool is_member_of(const rewriter *r, const class_head *of, span member)
{
  for (uint32_t at = of->open + 1; at < of->close; at = spelled_next(r, at)) {
    uint32_t size = member.end - member.begin, i = 0;
    if (behind_member(r, at) != at + size)
      continue;
    while (i < size && is_alike(r, at + i, member.begin + i))
      i++;
    if (i == size)
      return true;
  }
  return false;
}

static bool has_shared_member(const rewriter *r, const class_head *a,
                              const class_head *b)
{
  for (uint32_t at = a->open + 1; at < a->close; at = spelled_next(r, at)) {
    uint32_t behind = behind_member(r, at);
    if (behind && is_member_of(r, b, (span){ at, behind }))
      return true;
  }
  return false;
}

/* Is an object of the class a member of the other? */
static bool holds(const rewriter *r, const class_head *of, const class_head *it)
{
  for (uint32_t at = of->open + 1; at < of->close && it->name != MAP_NONE;
       at = spelled_next(r, at))
    if (is_alike(r, at, it->name) && spelled_is_name(r, at + 1) &&
        ends_declarator(r, at + 2))
      return true;
  return false;
}

/* Can the name of the class that stays be put for the use? */
static bool reaches(const rewriter *r, const struct merged *of, uint32_t first,
                    uint32_t at)
{
  bool declares =
      at && (spelled_is(r, at - 1, "struct") ||
             spelled_is(r, at - 1, "class") || spelled_is(r, at - 1, "union"));
  return (at > first || declares) &&
         (of->beside || of->home == MAP_NONE ||
          is_within(at, (span){ of->home, spelled_behind(r, of->home) }));
}

static bool reaches_uses(const rewriter *r, const spellings *s,
                         const struct merged *of)
{
  uint32_t first = spellings_first(s, of->into.name);
  if (class_declaration(r, &of->from) == NODE_NONE &&
      !reaches(r, of, first, of->whole.begin))
    return false;
  if (of->from.name != MAP_NONE)
    EACH_ALIKE (at, s, of->from.name)
      if (!is_within(at, of->whole) && spelled_can_mean(r, at, of->from.name) &&
          !reaches(r, of, first, at))
        return false;
  return true;
}

static bool is_base(const rewriter *r, const class_head *of,
                    const class_head *base)
{
  for (uint32_t at = of->colon; at < of->open && base->name != MAP_NONE; at++)
    if (is_alike(r, at, base->name))
      return true;
  return false;
}

/* Can what defines the class go, and leave no trace but uses of the other? */
static bool can_go(const rewriter *r, const struct merged *of)
{
  const class_head *from = &of->from;
  if (from->colon != from->open || is_within(of->into.open, of->whole))
    return false;
  return class_declaration(r, from) != NODE_NONE
             ? from->name != MAP_NONE
             : spelled_node(r, of->whole) != NODE_NONE &&
                   !is_within(from->open,
                              (span){ of->into.open, of->into.close });
}

static bool can_merge(const rewriter *r, const spellings *s,
                      const struct merged *of)
{
  const class_head *from = &of->from, *into = &of->into;
  bool alike = spelled_is(r, from->keyword, "union") ==
               spelled_is(r, into->keyword, "union");
  return alike && into->name != MAP_NONE && can_go(r, of) &&
         !is_base(r, into, from) && !holds(r, from, into) &&
         !holds(r, into, from) && !has_shared_member(r, from, into) &&
         reaches_uses(r, s, of);
}

/* What qualifies the uses names what is around the class that goes. */
static void drop_chains(rewriter *r, const spellings *s,
                        const struct merged *of)
{
  if (of->from.name == MAP_NONE || of->beside)
    return;
  EACH_ALIKE (at, s, of->from.name)
    if (!is_within(at, of->whole) && spelled_can_mean(r, at, of->from.name))
      spelled_drop(r, spelled_chain(r, at), at);
}

static void find_plain(class_heads *out, const rewriter *r)
{
  class_head head;
  EACH_CLASS (&head, r)
    if (head.plain)
      ARRAY_PUSH(out, head);
}

/* Of more classes some still go, and there would be too many pairs. */
enum { MOST_CLASSES = 8 };

void rewrite_class_merged(rewriter *r)
{
  spellings s;
  class_heads heads = { 0 };
  spellings_collect(&s, r);
  find_plain(&heads, r);
  for (size_t i = 0; i < heads.size && heads.size <= MOST_CLASSES; i++)
    for (size_t j = 0; j < heads.size; j++) {
      struct merged of = { .from = heads.data[i], .into = heads.data[j] };
      of.whole = definition_of(r, &of.from);
      of.home = brace_around(r, of.into.keyword);
      of.beside = of.home == brace_around(r, of.from.keyword);
      if (i == j || !can_merge(r, &s, &of))
        continue;
      rewrite_open(r);
      merge(r, &s, &of.into, &of.from);
      drop_chains(r, &s, &of);
    }
  ARRAY_FREE(&heads);
  spellings_free(&s);
}
