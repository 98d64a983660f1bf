/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Members moved out of their class: nested classes, types, functions, variables.
 *
 * A member becomes what it would be beside its class: before it, or behind it
 * if it mentions the class. Uses lose the class or the object before them.
 */
#include "entities.h"
#include "members.h"
#include "templates.h"

/* Does the node mention the name at the position? */
static bool is_mentioned(const rewriter *r, uint32_t node, uint32_t name)
{
  EACH_BELOW (below, r, node)
    if (rewrite_at(r, below)->child == NODE_NONE &&
        rewrite_has_tokens(r, below) &&
        shape_equal(r, below, spelled_leaf(r, name)))
      return true;
  return false;
}

bool member_find(class_member *out, const rewriter *r, const class_head *of,
                 uint32_t node)
{
  const syntax_node *at = rewrite_at(r, node);
  spelled_name own = spelled_declared(r, (span){ at->first, at->end });
  *out = (class_member){ .node = node, .name = own.name };
  if (out->name == MAP_NONE || own.outer != MAP_NONE ||
      spelled_is(r, at->first, "friend") || spelled_is(r, out->name - 1, "~") ||
      spelled_is(r, at->first, "using") ||
      (spelled_is(r, out->name + 1, ":") && !spelled_is(r, at->end - 2, "}")))
    return false;
  out->mentions = is_mentioned(r, node, of->name);
  return !shape_equal(r, spelled_leaf(r, out->name), spelled_leaf(r, of->name));
}

/* Behind all words of the list that begin at the position. */
static uint32_t behind_words(const rewriter *r, uint32_t at,
                             const char *const *words)
{
  size_t i = 0;
  while (words[i])
    if (spelled_is(r, at, words[i++])) {
      at++;
      i = 0;
    }
  return at;
}

span member_words_before(const rewriter *r, const class_member *of)
{
  static const char *const words[] = { "static", "virtual", "mutable",
                                       "explicit", NULL };
  uint32_t begin = rewrite_at(r, of->node)->first;
  return (span){ begin, behind_words(r, begin, words) };
}

span member_words_behind(const rewriter *r, const class_member *of)
{
  static const char *const words[] = { "const", "volatile", "override", "final",
                                       "&",     "&&",       NULL };
  uint32_t behind = spelled_is(r, of->name + 1, "(")
                        ? spelled_behind(r, of->name + 1)
                        : of->name + 1;
  return (span){ behind, behind_words(r, behind, words) };
}

/* Its text without the words that only members have. */
static const char *alone(rewriter *r, const class_member *of)
{
  span before = member_words_before(r, of), behind = member_words_behind(r, of);
  return rewrite_format(
      r, "%s %s", spelled_text(r, before.end, behind.begin),
      spelled_text(r, behind.end, rewrite_at(r, of->node)->end));
}

/* The member access that ends with the name, or NODE_NONE. */
static uint32_t access_of(const rewriter *r, uint32_t at)
{
  uint32_t up = spelled_leaf(r, at);
  while (up != NODE_NONE && rewrite_at(r, up)->end == at + 1 &&
         rewrite_kind(r, up) != KIND_MEMBER)
    up = rewrite_at(r, up)->parent;
  return up != NODE_NONE && rewrite_at(r, up)->end == at + 1 ? up : NODE_NONE;
}

/* Where the object or the class before the name of a use begins; the position if
 * there is none. */
static uint32_t use_begin(const rewriter *r, const class_head *of, uint32_t at)
{
  uint32_t access = access_of(r, at), class = at - 2;
  if (access != NODE_NONE)
    return rewrite_at(r, access)->first;
  if (at < 2 || !spelled_is(r, at - 1, "::"))
    return at;
  uint32_t open = spelled_is(r, class, ">") ? spelled_open(r, class) : 0;
  class = open ? open - 1 : class;
  if (!shape_equal(r, spelled_leaf(r, class), spelled_leaf(r, of->name)))
    return at;
  return class - (class && spelled_is(r, class - 1, "typename"));
}

void member_put_use(rewriter *r, const class_head *of, uint32_t at)
{
  uint32_t leaf = spelled_leaf(r, at), access = access_of(r, at);
  uint32_t initial = rewrite_at(r, leaf)->parent;
  if (rewrite_kind(r, initial) == KIND_MEMBER_INITIALIZER)
    rewrite_drop(r, entity_initializer(r, initial));
  else if (access != NODE_NONE)
    rewrite_lift(r, access, leaf);
  else
    spelled_drop(r, use_begin(r, of, at), at);
}

/* Does the node mention a parameter of the class template? */
static bool is_dependent(const rewriter *r, const class_head *of, uint32_t node)
{
  spans list = { 0 };
  bool found = false;
  if (!of->plain && spelled_list(&list, r, spelled_open(r, of->keyword - 1)))
    for (size_t i = 0; i < list.size && !found; i++) {
      uint32_t name = template_parameter_of(r, list.data[i]).name;
      found = name != MAP_NONE && is_mentioned(r, node, name);
    }
  ARRAY_FREE(&list);
  return found;
}

/* A class with members that something else is not declared with. */
static bool is_primary(const rewriter *r, const class_head *of)
{
  return of->name != MAP_NONE &&
         (of->plain || !(spelled_is(r, of->name - 1, "::") ||
                         spelled_is(r, of->name + 1, "<")));
}

/* Does the position belong to what goes with the uses of the member? */
static bool goes(const rewriter *r, const spellings *s, const class_head *head,
                 uint32_t member, uint32_t at)
{
  EACH_ALIKE (use, s, member)
    if (use > at && use_begin(r, head, use) <= at)
      return true;
  return false;
}

/* Is the class mentioned but in itself and where it goes with a use? */
static bool is_needed(const rewriter *r, const spellings *s,
                      const class_head *head, uint32_t outside,
                      const class_member *of)
{
  EACH_ALIKE (at, s, head->name)
    if (!rewrite_is_inside(r, spelled_leaf(r, at), outside) &&
        !goes(r, s, head, of->name, at))
      return true;
  return of->mentions;
}

/* Moves what the text declares out of the class: before it, behind it if that is
 * mentioned, or into its place. */
static void put_text(rewriter *r, uint32_t outside, const class_member *of,
                     bool stays, const char *text)
{
  uint32_t last = spelled_leaf(r, rewrite_at(r, outside)->end - 1);
  uint32_t first = rewrite_first_leaf(r, outside);
  if (!stays) {
    rewrite_text(r, outside, text);
    return;
  }
  rewrite_drop(r, of->node);
  if (of->mentions)
    rewrite_print(r, last, "; %s", text);
  else
    rewrite_print(r, first, "%s %s", text, rewrite_source(r, first));
}

static void offer(rewriter *r, const spellings *s, const class_head *head,
                  uint32_t outside, const class_member *of)
{
  const char *text = alone(r, of);
  bool stays = is_needed(r, s, head, outside, of);
  uint32_t gone = stays ? of->node : outside;
  rewrite_open(r);
  EACH_ALIKE (at, s, of->name)
    if (!rewrite_is_inside(r, spelled_leaf(r, at), gone))
      member_put_use(r, head, at);
  put_text(r, outside, of, stays, text);
}

static void offer_assertion(rewriter *r, const spellings *s,
                            const class_head *head, uint32_t outside,
                            uint32_t node)
{
  class_member of = { .node = node,
                      .name = head->name,
                      .mentions = is_mentioned(r, node, head->name) };
  if (!head->plain && (of.mentions || is_dependent(r, head, node)))
    return;
  rewrite_open(r);
  put_text(r, outside, &of, is_needed(r, s, head, outside, &of),
           rewrite_source(r, node));
}

void rewrite_member_global(rewriter *r)
{
  spellings s;
  class_head head;
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    uint32_t outside = class_declaration(r, &head);
    if (!is_primary(r, &head) || outside == NODE_NONE)
      continue;
    class_member of;
    for (uint32_t at = head.open + 1; at < head.close;) {
      uint32_t node = spelled_element(r, at);
      if (node == NODE_NONE)
        break;
      if (rewrite_kind(r, node) == KIND_STATIC_ASSERT)
        offer_assertion(r, &s, &head, outside, node);
      else if (member_find(&of, r, &head, node) &&
               (head.plain || !(of.mentions || is_dependent(r, &head, node))))
        offer(r, &s, &head, outside, &of);
      at = rewrite_at(r, node)->end;
    }
  }
  spellings_free(&s);
}

/* ---- definitions ---- */

/* The only member of the class that is declared with the name, without a body;
 * NODE_NONE otherwise. */
static uint32_t find_declaration(const rewriter *r, const class_head *of,
                                 uint32_t name)
{
  uint32_t found = NODE_NONE, node;
  for (uint32_t at = of->open + 1; at < of->close;
       at = rewrite_at(r, node)->end) {
    node = spelled_element(r, at);
    if (node == NODE_NONE)
      return NODE_NONE;
    uint32_t own =
        spelled_declared(r, (span){ at, rewrite_at(r, node)->end }).name;
    if (own == MAP_NONE ||
        !shape_equal(r, spelled_leaf(r, own), spelled_leaf(r, name)) ||
        spelled_is(r, own - 1, "~") != spelled_is(r, name - 1, "~"))
      continue;
    if (found != NODE_NONE || !spelled_is(r, rewrite_at(r, node)->end - 1, ";"))
      return NODE_NONE;
    found = node;
  }
  return found;
}

/* The class that the name before `::` means. */
static bool find_class(class_head *out, const rewriter *r, const spellings *s,
                       uint32_t name)
{
  EACH_ALIKE (at, s, name)
    if (class_named(out, r, at))
      return true;
  return false;
}

static void offer_inside(rewriter *r, uint32_t definition, uint32_t member,
                         uint32_t name)
{
  uint32_t begin = rewrite_at(r, member)->first;
  uint32_t own =
      spelled_declared(r, (span){ begin, rewrite_at(r, member)->end }).name;
  rewrite_open(r);
  rewrite_print(r, member, "%s %s", spelled_text(r, begin, own),
                spelled_text(r, name, rewrite_at(r, definition)->end));
  uint32_t first = spelled_element(r, rewrite_at(r, definition)->first);
  rewrite_drop(r, first == NODE_NONE ? definition : first);
}

void rewrite_definition_inside(rewriter *r)
{
  spellings s;
  class_head head;
  spellings_collect(&s, r);
  EACH_OF_KIND (node, r, KIND_FUNCTION) {
    const syntax_node *at = rewrite_at(r, node);
    spelled_name of = spelled_declared(r, (span){ at->first, at->end });
    if (of.outer == MAP_NONE || of.name == MAP_NONE ||
        !find_class(&head, r, &s, of.outer))
      continue;
    uint32_t member = find_declaration(r, &head, of.name);
    if (member != NODE_NONE && !rewrite_is_inside(r, member, node))
      offer_inside(r, node, member, of.name);
  }
  spellings_free(&s);
}
