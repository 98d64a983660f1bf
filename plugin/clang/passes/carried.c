/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lets functions return what a variable of the file carries out of them.
 *
 *   int g; void f() { ..; g = e; } .. f(); return g;
 *   becomes int f() { ..; return e; } .. return f();
 *
 * The statement before the only read calls the function, or one that ends with a call of
 * it, and so on: all of these return the value then.
 */
#include "entities.h"

enum { MOST_CALLS = 4 };

/* The variable, its only store and its only read. */
struct carried {
  uint32_t leaf, store, read; /* store: `g = e` */
  size_t count;
  entity_function through[MOST_CALLS]; /* from the call before the read */
  uint32_t last[MOST_CALLS];           /* their last statements */
};

static bool find_uses(struct carried *out, const rewriter *r, uint32_t symbol)
{
  const symbol_fact *fact = rewrite_fact(r, symbol);
  uint32_t leaf = rewrite_mention(r, symbol, 0);
  if (fact->kind != RD_SYMBOL_VARIABLE || (fact->flags & RD_SYMBOL_LOCAL) ||
      rewrite_mention_count(r, symbol) != 3 || !rewrite_declares(r, leaf))
    return false;
  *out =
      (struct carried){ .leaf = leaf, .store = NODE_NONE, .read = NODE_NONE };
  EACH_LATER_MENTION (at, r, leaf)
    if (shape_assignment(r, at) != NODE_NONE)
      out->store = shape_assignment(r, at);
    else if (rewrite_kind(r, at) == KIND_NAME &&
             rewrite_role(r, at) != ROLE_LVALUE)
      out->read = at;
  return out->store != NODE_NONE && out->read != NODE_NONE;
}

/* The statement of a block around the node. */
static uint32_t listed_around(const rewriter *r, uint32_t node)
{
  while (node != NODE_NONE &&
         rewrite_kind(r, rewrite_at(r, node)->parent) != KIND_STATEMENTS)
    node = rewrite_at(r, node)->parent;
  return node;
}

/* The function that the statement calls and does nothing else, if it returns
 * nothing. */
static bool called_by(entity_function *out, const rewriter *r,
                      uint32_t statement)
{
  uint32_t call = rewrite_child(r, statement, 0);
  uint32_t callee = rewrite_child(r, call, 0);
  if (rewrite_kind(r, statement) != KIND_EXPRESSION_STATEMENT ||
      rewrite_kind(r, call) != KIND_CALL ||
      rewrite_kind(r, callee) != KIND_NAME ||
      rewrite_symbol(r, callee) == FACT_NONE ||
      !entity_function_of(out, r, rewrite_symbol(r, callee)) ||
      out->definition == NODE_NONE)
    return false;
  CXCursor cursor = rewrite_fact(r, out->symbol)->canonical;
  return clang_getCursorResultType(cursor).kind == CXType_Void;
}

static bool returns(const rewriter *r, uint32_t body)
{
  EACH_BELOW (at, r, body)
    if (rewrite_kind(r, at) == KIND_RETURN)
      return true;
  return false;
}

/* Follows the calls from the statement to the store. */
static bool find_calls(struct carried *out, const rewriter *r,
                       uint32_t statement)
{
  uint32_t end = rewrite_at(r, out->store)->parent;
  while (out->count < MOST_CALLS &&
         called_by(&out->through[out->count], r, statement)) {
    uint32_t body = entity_body(r, out->through[out->count].definition);
    if (body == NODE_NONE || returns(r, body))
      return false;
    statement = rewrite_at(r, body)->last;
    out->last[out->count++] = statement;
    if (statement == end)
      return true;
  }
  return false;
}

/* All declarations of the function get the type. */
static void put_type(rewriter *r, const entity_function *f,
                     const type_text *type)
{
  declared of;
  EACH_MENTION (leaf, r, f->symbol)
    if (rewrite_kind(r, leaf) == KIND_DECLARED && declared_find(&of, r, leaf) &&
        of.type != NODE_NONE)
      rewrite_print(r, of.type, "%s%s", type->specifiers, type->prefix);
}

static void offer(rewriter *r, const struct carried *of, uint32_t statement,
                  const type_text *type)
{
  uint32_t value = rewrite_at(r, of->store)->last;
  rewrite_open(r);
  declared_drop(r, of->leaf);
  for (size_t i = 0; i < of->count; i++) {
    put_type(r, &of->through[i], type);
    rewrite_print(r, of->last[i], "return %s",
                  i + 1 < of->count
                      ? rewrite_source(r, of->last[i])
                      : rewrite_format(r, "%s;", rewrite_source(r, value)));
  }
  rewrite_text(r, of->read, rewrite_source(r, rewrite_child(r, statement, 0)));
  rewrite_drop(r, statement);
}

void rewrite_variable_result(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    struct carried of;
    declared d;
    type_text type;
    if (!find_uses(&of, r, symbol) || !declared_find(&d, r, of.leaf) ||
        !declared_text(&type, r, &d) || *type.suffix)
      continue;
    uint32_t behind = listed_around(r, of.read);
    uint32_t statement =
        behind == NODE_NONE ? NODE_NONE : rewrite_at(r, behind)->prev;
    if (statement != NODE_NONE && find_calls(&of, r, statement))
      offer(r, &of, statement, &type);
  }
}
