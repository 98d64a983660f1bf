/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Puts what a member function returns for its calls.
 *
 *   struct s { int a; int f() { return a; } } x;   x.f() becomes x.a
 *
 * Members in the result get the object of the call before them, and `this` becomes its
 * address. Only functions without parameters that do nothing else.
 */
#include <stdlib.h>

#include "entities.h"

/* The object of a call, and the sign behind it; NULL: it has none. */
typedef struct receiver {
  const char *object, *sign;
} receiver;

/* The definition in its class of a function that only returns something; NODE_NONE for
 * other symbols. */
static uint32_t find_definition(const rewriter *r, uint32_t symbol)
{
  uint32_t leaf = rewrite_mention(r, symbol, 0);
  CXCursor cursor = rewrite_fact(r, symbol)->canonical;
  if (rewrite_fact(r, symbol)->kind != RD_SYMBOL_FUNCTION ||
      leaf == NODE_NONE || rewrite_kind(r, leaf) != KIND_DECLARED ||
      clang_getCursorKind(cursor) != CXCursor_CXXMethod ||
      clang_CXXMethod_isVirtual(cursor) || clang_CXXMethod_isStatic(cursor) ||
      clang_Cursor_getNumArguments(cursor))
    return NODE_NONE;
  uint32_t definition = declared_owner(r, leaf);
  uint32_t body = rewrite_kind(r, definition) == KIND_FUNCTION
                      ? entity_body(r, definition)
                      : NODE_NONE;
  uint32_t only = body == NODE_NONE ? body : rewrite_at(r, body)->child;
  bool fits = rewrite_kind(r, only) == KIND_RETURN &&
              rewrite_at(r, only)->next == NODE_NONE &&
              rewrite_child_in_role(r, only, ROLE_RESULT) != NODE_NONE;
  return fits ? definition : NODE_NONE;
}

/* The call of the function that the leaf names, and its object; NODE_NONE: it is
 * used otherwise. */
static uint32_t find_call(receiver *out, rewriter *r, uint32_t leaf)
{
  uint32_t member = declared_member(r, leaf);
  uint32_t callee = member == NODE_NONE ? leaf : member;
  uint32_t call = rewrite_at(r, callee)->parent;
  *out = (receiver){ NULL, NULL };
  if (rewrite_kind(r, call) != KIND_CALL ||
      rewrite_at(r, call)->child != callee ||
      (member == NODE_NONE && rewrite_kind(r, leaf) != KIND_NAME))
    return NODE_NONE;
  if (member != NODE_NONE)
    *out = (receiver){ rewrite_source(r, rewrite_child(r, member, 0)),
                       rewrite_source(r, rewrite_child(r, member, 1)) };
  return call;
}

/* Does the name mean a member of a class? */
static bool is_member(const rewriter *r, uint32_t symbol)
{
  CXCursor of =
      clang_getCursorSemanticParent(rewrite_fact(r, symbol)->canonical);
  switch (clang_getCursorKind(of)) {
  case CXCursor_StructDecl:
  case CXCursor_ClassDecl:
  case CXCursor_UnionDecl:
  case CXCursor_ClassTemplate:
    return true;
  default:
    return false;
  }
}

/* What stands for a node of the result; NULL: it stays. */
static const char *text_for(rewriter *r, uint32_t node, const receiver *of)
{
  bool arrow = of->sign[0] == '-';
  uint32_t first = rewrite_child(r, node, 0);
  if (rewrite_kind(r, node) == KIND_MEMBER &&
      rewrite_kind(r, first) == KIND_THIS)
    return rewrite_format(r, "%s%s%s", of->object, of->sign,
                          rewrite_source(r, rewrite_at(r, node)->last));
  if (rewrite_kind(r, node) == KIND_THIS)
    return rewrite_format(r, arrow ? "%s" : "&%s", of->object);
  if (rewrite_kind(r, node) == KIND_NAME &&
      is_member(r, rewrite_symbol(r, node)))
    return rewrite_format(r, "%s%s%s", of->object, of->sign,
                          rewrite_source(r, node));
  return NULL;
}

/* The result with the object in it; NULL: a name in it is not known. */
static const char *result_with(rewriter *r, uint32_t result, const receiver *of)
{
  rewrite_parts parts = { 0 };
  uint32_t done = NODE_NONE;
  bool known = true;
  EACH_BELOW (at, r, result) {
    if (done != NODE_NONE && rewrite_is_inside(r, at, done))
      continue;
    known &=
        rewrite_kind(r, at) != KIND_NAME || rewrite_symbol(r, at) != FACT_NONE;
    const char *text = known && of->object ? text_for(r, at, of) : NULL;
    if (!text)
      continue;
    done = at;
    ARRAY_PUSH(&parts, (rewrite_part){ .node = at, .text = text });
  }
  const char *text =
      known ? rewrite_composed(r, result, parts.data, parts.size) : NULL;
  free(parts.data);
  return text;
}

/* Puts the result for all calls if `dry` is not set; false: it cannot. */
static bool put_results(rewriter *r, uint32_t symbol, uint32_t result, bool dry)
{
  size_t calls = 0;
  EACH_LATER_MENTION (leaf, r, rewrite_mention(r, symbol, 0)) {
    receiver of;
    uint32_t call = find_call(&of, r, leaf);
    const char *text = call == NODE_NONE ? NULL : result_with(r, result, &of);
    if (!text)
      return false;
    if (!dry)
      rewrite_text(
          r, call,
          shape_stands_open(r, call) ? text : shape_in_parens(r, result, text));
    calls++;
  }
  return calls;
}

void rewrite_method_result(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    uint32_t definition = find_definition(r, symbol);
    if (definition == NODE_NONE)
      continue;
    uint32_t only = rewrite_at(r, entity_body(r, definition))->child;
    uint32_t result = rewrite_child_in_role(r, only, ROLE_RESULT);
    if (!put_results(r, symbol, result, true))
      continue;
    rewrite_open(r);
    (void)put_results(r, symbol, result, false);
    rewrite_drop(r, definition);
  }
}
