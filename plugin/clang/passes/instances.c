/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What has a template instantiated, said shorter.
 *
 * A variable, an alias or an assertion that asks a class for a member needs the
 * class, and so does a class that only derives from it: an object of it does as
 * well, and where no name is there for one, an explicit instantiation. So does it for
 * a function that mentions an instance of a class, which may also use members with
 * bodies: the explicit instantiation has them all. A function that calls a template,
 * or a variable with what that returns, is an explicit instantiation with the types
 * that libclang has deduced.
 */
#include <string.h>

#include "classes.h"
#include "entities.h"

/* What the first `=` of a declaration that is in no bracket gives; empty if
 * there is none. */
static span value_of(const rewriter *r, span declaration)
{
  for (uint32_t at = declaration.begin; at < declaration.end;
       at = spelled_next(r, at))
    if (spelled_is(r, at, "="))
      return (span){ at + 1, declaration.end - 1 };
  return (span){ 0, 0 };
}

/* Does it stand in the file or in a namespace? */
static bool is_outside(const rewriter *r, uint32_t node)
{
  uint32_t parent = rewrite_at(r, node)->parent;
  return rewrite_around(r, parent, KIND_FUNCTION) == NODE_NONE &&
         rewrite_around(r, parent, KIND_TAG) == NODE_NONE;
}

/* ---- members of classes ---- */

/* The class `A<...>` of what is `A<...>::b` as a whole; empty otherwise. */
static span class_of(const rewriter *r, span value)
{
  value.begin += spelled_is(r, value.begin, "typename");
  if (value.end < value.begin + 4 || !spelled_is_name(r, value.end - 1) ||
      !spelled_is(r, value.end - 2, "::") ||
      !spelled_is(r, value.end - 3, ">") ||
      spelled_chain(r, value.end - 1) != value.begin)
    return (span){ 0, 0 };
  return (span){ value.begin, value.end - 2 };
}

static void offer_object(rewriter *r, uint32_t node, span value)
{
  span class = class_of(r, value);
  uint32_t name = value.begin - 2;
  if (class.begin == class.end || !spelled_is_name(r, name))
    return;
  rewrite_open(r);
  rewrite_print(r, node, "%s %s;", spelled_text(r, class.begin, class.end),
                spelled_text(r, name, name + 1));
}

static void offer_asserted(rewriter *r, uint32_t node, uint32_t at)
{
  spans list = { 0 };
  span class = { 0, 0 };
  if (spelled_list(&list, r, at + 1) && list.size)
    class = class_of(r, list.data[0]);
  if (class.begin < class.end && is_outside(r, node)) {
    rewrite_open(r);
    rewrite_print(r, node, "template struct %s;",
                  spelled_text(r, class.begin, class.end));
  }
  ARRAY_FREE(&list);
}

void rewrite_member_object(rewriter *r)
{
  EACH_NODE (node, r) {
    const syntax_node *at = rewrite_at(r, node);
    if (!spelled_is(r, at->end - 1, ";") ||
        spelled_element(r, at->first) != node)
      continue;
    span value = value_of(r, (span){ at->first, at->end });
    if (spelled_is(r, at->first, "static_assert"))
      offer_asserted(r, node, at->first);
    else if (value.begin < value.end)
      offer_object(r, node, value);
  }
}

/* ---- bases ---- */

/* `struct A : B {};` where A is not mentioned again becomes `B A;`. */
void rewrite_derived_object(rewriter *r)
{
  static const char *const words[] = { "virtual", "public", "private",
                                       "protected", "virtual" };
  spellings s;
  spans bases = { 0 };
  class_head head;
  spellings_collect(&s, r);
  EACH_CLASS (&head, r) {
    uint32_t node = class_declaration(r, &head);
    class_bases(&bases, r, &head);
    if (!head.plain || head.name == MAP_NONE || node == NODE_NONE ||
        head.close != head.open + 1 || bases.size != 1 ||
        spellings_first(&s, head.name) != head.name ||
        s.next[head.name] != MAP_NONE)
      continue;
    span base = bases.data[0];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      while (spelled_is(r, base.begin, words[i]))
        base.begin++;
    rewrite_open(r);
    rewrite_print(r, node, "%s %s;", spelled_text(r, base.begin, base.end),
                  spelled_text(r, head.name, head.name + 1));
  }
  ARRAY_FREE(&bases);
  spellings_free(&s);
}

/* ---- calls of templates ---- */

/* The name that is called: the last one of the callee, arguments aside. */
static uint32_t called_name(const rewriter *r, uint32_t callee)
{
  uint32_t at = rewrite_at(r, callee)->end - 1;
  if (spelled_is(r, at, ">"))
    at = spelled_open(r, at) - 1;
  return at >= rewrite_at(r, callee)->first && spelled_is_name(r, at)
             ? at
             : MAP_NONE;
}

/* The function that libclang has made of a template, or of a member of one, for
 * the call of the name; a null cursor if it is something else, or has no
 * parameters: that could be a variable as well. */
static CXCursor instance_of(const rewriter *r, uint32_t name)
{
  const token *at = &r->f->tokens[r->s->visible[name]];
  CXSourceLocation place =
      clang_getLocationForOffset(r->f->unit, r->f->file, at->begin);
  CXCursor instance =
      clang_getCursorReferenced(clang_getCursor(r->f->unit, place));
  CXCursor template = clang_getSpecializedCursorTemplate(instance);
  return clang_Cursor_isNull(template) ||
                 clang_Cursor_getNumArguments(instance) < 1
             ? clang_getNullCursor()
             : instance;
}

/* `CLASS::` of a member, what is written before another name. */
static const char *qualifier(rewriter *r, CXCursor instance, uint32_t name)
{
  CXCursor class = clang_getCursorSemanticParent(instance);
  return clang_getCursorKind(instance) == CXCursor_CXXMethod
             ? rewrite_format(
                   r, "%s::", rewrite_spelling(r, clang_getCursorType(class)))
             : spelled_text(r, spelled_chain(r, name), name);
}

/* `template RESULT NAME(TYPES);`, or NULL if a type has no name. */
static const char *instantiation(rewriter *r, CXCursor instance, span name)
{
  CXType type = clang_getCursorType(instance);
  CXType result = clang_getResultType(type);
  const char *list = "";
  for (int i = 0; i < clang_getNumArgTypes(type); i++)
    list = rewrite_format(
        r, "%s%s%s", list, *list ? ", " : "",
        rewrite_spelling(r, clang_getArgType(type, (unsigned)i)));
  const char *text = rewrite_format(
      r, "template %s %s%s(%s)%s;",
      result.kind == CXType_Auto ? "auto" : rewrite_spelling(r, result),
      qualifier(r, instance, name.begin), spelled_text(r, name.begin, name.end),
      list, clang_CXXMethod_isConst(instance) ? " const" : "");
  return strstr(text, "(lambda") || strstr(text, "(unnamed") ? NULL : text;
}

/* The text for the call, or NULL. */
static const char *instantiated(rewriter *r, uint32_t call)
{
  uint32_t callee = rewrite_child_in_role(r, call, ROLE_CALLEE);
  uint32_t name = callee == NODE_NONE ? MAP_NONE : called_name(r, callee);
  if (name == MAP_NONE)
    return NULL;
  CXCursor instance = instance_of(r, name);
  return clang_Cursor_isNull(instance)
             ? NULL
             : instantiation(r, instance,
                             (span){ name, rewrite_at(r, callee)->end });
}

/* Offers the text for the node unless it was. */
static void offer_once(rewriter *r, uint32_t node, const char *text,
                       map *offered)
{
  uint64_t key = hash_bytes(text, strlen(text));
  if (map_find(offered, key) != MAP_NONE)
    return;
  map_put(offered, key, node);
  rewrite_open(r);
  rewrite_text(r, node, text);
}

static void offer_calls(rewriter *r, uint32_t node)
{
  map offered = { 0 };
  EACH_BELOW (at, r, node) {
    const char *text =
        rewrite_kind(r, at) == KIND_CALL ? instantiated(r, at) : NULL;
    if (text)
      offer_once(r, node, text, &offered);
  }
  map_free(&offered);
}

/* Does the node declare a function or variables beside no class, in no template? */
static bool is_plain(const rewriter *r, uint32_t node)
{
  syntax_kind kind = rewrite_kind(r, node);
  uint32_t first = rewrite_at(r, node)->first;
  return (kind == KIND_FUNCTION || kind == KIND_DECLARATION) &&
         spelled_element(r, first) == node && is_outside(r, node) &&
         !spelled_is(r, first, "template") && !declared_defines_tag(r, node);
}

void rewrite_call_instantiation(rewriter *r)
{
  EACH_NODE (node, r)
    if (r->f->unit && is_plain(r, node))
      offer_calls(r, node);
}

/* ---- instances of class templates ---- */

/* The first class template with a body of the name at the position. */
static bool find_template(class_head *out, const rewriter *r,
                          const spellings *s, uint32_t at)
{
  EACH_ALIKE (use, s, at)
    if (class_named(out, r, use))
      return !out->plain;
  return false;
}

/* Is the name that of a class template? In an expression that libclang rejects it has
 * no symbol, and its spelling decides. */
static bool is_class_template(const rewriter *r, const spellings *s,
                              uint32_t at)
{
  uint32_t symbol = r->f->names[r->s->visible[at]];
  class_head head;
  return symbol == FACT_NONE
             ? find_template(&head, r, s, at)
             : clang_getCursorKind(rewrite_fact(r, symbol)->canonical) ==
                   CXCursor_ClassTemplate;
}

/* Has the class template of the name members with bodies, which an object of it need
 * not instantiate? */
static bool has_bodies(const rewriter *r, const spellings *s, uint32_t at)
{
  class_head head;
  if (!find_template(&head, r, s, at))
    return false;
  for (uint32_t node, i = head.open + 1; i < head.close;
       i = rewrite_at(r, node)->end) {
    node = spelled_element(r, i);
    if (node == NODE_NONE || rewrite_kind(r, node) == KIND_FUNCTION)
      return node != NODE_NONE;
  }
  return false;
}

/* The instance of a class template that begins with the name at the position, with
 * what qualifies it; empty: none does. */
static span instance_at(const rewriter *r, const spellings *s, uint32_t at)
{
  uint32_t end = spelled_is_name(r, at) && spelled_is(r, at + 1, "<")
                     ? spelled_behind(r, at + 1)
                     : 0;
  return end && is_class_template(r, s, at)
             ? (span){ spelled_chain(r, at), end }
             : (span){ 0, 0 };
}

static void offer_instances(rewriter *r, const spellings *s, uint32_t node,
                            const char *name)
{
  const syntax_node *all = rewrite_at(r, node);
  map offered = { 0 };
  for (uint32_t at = all->first; at < all->end; at++) {
    span of = instance_at(r, s, at);
    if (of.begin == of.end ||
        (of.begin == all->first && of.end + 2 >= all->end))
      continue;
    const char *class = spelled_text(r, of.begin, of.end);
    offer_once(r, node, rewrite_format(r, "%s %s;", class, name), &offered);
    if (has_bodies(r, s, at))
      offer_once(r, node, rewrite_format(r, "template struct %s;", class),
                 &offered);
  }
  map_free(&offered);
}

void rewrite_mention_object(rewriter *r)
{
  map taken = { 0 };
  spellings s;
  entity_taken_names(&taken, r);
  spellings_collect(&s, r);
  EACH_NODE (node, r) {
    if (!is_plain(r, node))
      continue;
    const syntax_node *at = rewrite_at(r, node);
    spelled_name of = spelled_declared(r, (span){ at->first, at->end });
    uint32_t symbol =
        of.name == MAP_NONE ? FACT_NONE : r->f->names[r->s->visible[of.name]];
    if (symbol == FACT_NONE || of.outer != MAP_NONE ||
        rewrite_mention_count(r, symbol) != 1)
      continue;
    const char *name = entity_variable_name(r, &taken, of.name);
    if (name)
      offer_instances(r, &s, node, name);
  }
  spellings_free(&s);
  map_free(&taken);
}
