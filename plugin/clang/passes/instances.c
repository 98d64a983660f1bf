/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What has a template instantiated, said shorter.
 *
 * A variable, an alias or an assertion that asks a class for a member needs the
 * class, and so does a class that only derives from it: an object of it does as
 * well, and where no name is there for one, an explicit instantiation. A function
 * that only calls a template, or a variable with what that returns, is an explicit
 * instantiation with the types that libclang has deduced.
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

/* The call that is all that the function does, or the variable's value; or
 * NODE_NONE. */
static uint32_t only_call(const rewriter *r, uint32_t node)
{
  const syntax_node *at = rewrite_at(r, node);
  uint32_t body = entity_body(r, node), call;
  if (body == NODE_NONE) {
    span value = value_of(r, (span){ at->first, at->end });
    call = value.begin < value.end ? spelled_node(r, value) : NODE_NONE;
  } else {
    uint32_t statement =
        entity_count(r, body) == 1 ? entity_element(r, body, 0) : NODE_NONE;
    call = rewrite_kind(r, statement) == KIND_RETURN
               ? rewrite_child_in_role(r, statement, ROLE_RESULT)
               : rewrite_child(r, statement, 0);
  }
  return rewrite_kind(r, call) == KIND_CALL ? call : NODE_NONE;
}

/* The type of the template that the callee names, with arguments; false if it
 * names none, or has no parameters: that could be a variable as well. */
static bool instance_of(CXType *out, const rewriter *r, uint32_t callee)
{
  const type_fact *fact = callee == NODE_NONE ? NULL : rewrite_type(r, callee);
  uint32_t name = NODE_NONE;
  if (!fact || !fact->is_function)
    return false;
  EACH_BELOW (at, r, callee)
    if (name == NODE_NONE && rewrite_symbol(r, at) != FACT_NONE &&
        rewrite_fact(r, rewrite_symbol(r, at))->kind == RD_SYMBOL_FUNCTION)
      name = at;
  *out = fact->type;
  return name != NODE_NONE && clang_getNumArgTypes(*out) > 0 &&
         clang_getCursorKind(
             rewrite_fact(r, rewrite_symbol(r, name))->canonical) ==
             CXCursor_FunctionTemplate;
}

/* `template RESULT CALLEE(TYPES);`, or NULL if a type has no name. */
static const char *instantiation(rewriter *r, uint32_t callee, CXType type)
{
  const char *list = "";
  for (int i = 0; i < clang_getNumArgTypes(type); i++)
    list = rewrite_format(
        r, "%s%s%s", list, *list ? ", " : "",
        rewrite_spelling(r, clang_getArgType(type, (unsigned)i)));
  const char *text = rewrite_format(
      r, "template %s %s(%s);", rewrite_spelling(r, clang_getResultType(type)),
      rewrite_source(r, callee), list);
  return strstr(text, "(lambda") || strstr(text, "(unnamed") ? NULL : text;
}

void rewrite_call_instantiation(rewriter *r)
{
  EACH_NODE (node, r) {
    const syntax_node *at = rewrite_at(r, node);
    if (spelled_element(r, at->first) != node || !is_outside(r, node))
      continue;
    uint32_t call = only_call(r, node);
    uint32_t callee = rewrite_child_in_role(r, call, ROLE_CALLEE);
    CXType type;
    if (call == NODE_NONE || !instance_of(&type, r, callee))
      continue;
    const char *text = instantiation(r, callee, type);
    if (!text)
      continue;
    rewrite_open(r);
    rewrite_text(r, node, text);
  }
}
