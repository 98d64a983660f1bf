/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What happens inside of an expression made a statement before it.
 *
 * `return (f(), a);` is `f(); return a;` in fewer tokens. `if (a = b)` is
 * `a = b; if (a)` in more, but then either can go without the other. The order
 * of evaluation may change, and what was done at times is done always: whether
 * that matters the test says. Only statements that are elements of a list get
 * one before them, and of loops none, whose conditions are asked often.
 */
#include "../rewrite.h"

enum {
  MOST_TARGET_TOKENS = 4, /* of what is assigned to, which is named once more */
  MOST_TOKENS = 200,      /* of a statement, which is written anew */
  MOST_DEPTH = 16,        /* of an expression in its statement */
};

static bool is_divisible(syntax_kind kind)
{
  return kind == KIND_EXPRESSION_STATEMENT || kind == KIND_RETURN ||
         kind == KIND_IF || kind == KIND_SWITCH || kind == KIND_DECLARATION;
}

/* The statement whose own expression the node is in, or NODE_NONE. */
static uint32_t find_statement(const rewriter *r, uint32_t node)
{
  uint32_t below = node;
  for (int depth = 0;
       node != NODE_NONE && rewrite_role(r, node) != ROLE_STATEMENT; depth++) {
    syntax_role role = rewrite_role(r, node);
    if (role == ROLE_SUBSTATEMENT || role == ROLE_BLOCK || role == ROLE_BODY ||
        rewrite_kind(r, node) == KIND_ELSE || depth == MOST_DEPTH)
      return NODE_NONE;
    below = node;
    node = rewrite_at(r, node)->parent;
  }
  if (node == NODE_NONE || node == below)
    return NODE_NONE;
  const syntax_node *at = rewrite_at(r, node);
  bool fits = at->end - at->first <= MOST_TOKENS;
  return fits && is_divisible(rewrite_kind(r, node)) ? node : NODE_NONE;
}

/* The node with all parentheses around it. */
static uint32_t with_parentheses(const rewriter *r, uint32_t node)
{
  while (rewrite_kind(r, rewrite_at(r, node)->parent) == KIND_PARENS)
    node = rewrite_at(r, node)->parent;
  return node;
}

/* `before` as a statement, then the one around the node with `rest` for it. */
static void offer(rewriter *r, uint32_t node, uint32_t statement,
                  const char *before, const char *rest)
{
  uint32_t whole = with_parentheses(r, node);
  uint32_t parent = rewrite_at(r, whole)->parent;
  if (rewrite_kind(r, parent) == KIND_EXPRESSION_STATEMENT)
    return;
  rewrite_open(r);
  rewrite_print(r, statement, "%s; %s", before,
                rewrite_without(r, statement, whole, rest));
}

/* The statement to be divided if the node is of this kind, or NODE_NONE. */
static uint32_t find_divisible(const rewriter *r, uint32_t node,
                               syntax_kind kind)
{
  bool fits = rewrite_kind(r, node) == kind && rewrite_has_tokens(r, node);
  return fits ? find_statement(r, node) : NODE_NONE;
}

void rewrite_comma_lifted(rewriter *r)
{
  EACH_NODE (node, r) {
    uint32_t statement = find_divisible(r, node, KIND_COMMA);
    if (statement == NODE_NONE)
      continue;
    uint32_t last = rewrite_at(r, node)->last;
    uint32_t comma = rewrite_at(r, last)->prev;
    if (comma == NODE_NONE || !rewrite_has_tokens(r, last) ||
        rewrite_role(r, comma) != ROLE_SEPARATOR)
      continue;
    rewrite_part rest[] = { { comma, "" }, { last, "" } };
    offer(r, node, statement, rewrite_composed(r, node, rest, 2),
          rewrite_source(r, last));
  }
}

void rewrite_assignment_lifted(rewriter *r)
{
  EACH_NODE (node, r) {
    uint32_t statement = find_divisible(r, node, KIND_ASSIGN);
    if (statement == NODE_NONE)
      continue;
    uint32_t target = rewrite_at(r, node)->child;
    const syntax_node *at = rewrite_at(r, target);
    if (rewrite_has_tokens(r, target) &&
        at->end - at->first <= MOST_TARGET_TOKENS)
      offer(r, node, statement, rewrite_source(r, node),
            rewrite_source(r, target));
  }
}
