/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Merges statements of a block, or splits one.
 *
 * A declaration moves into the `for` that begins with an assignment to its
 * variable. A statement expression is split: its first statements move before
 * the statement that contains it.
 */
#include "../shapes.h"

/* ---- for ---- */

/* The declarator around the leaf of a name, if it has no initialiser, is the
 * only one of its declaration, and declares only that name, possibly after
 * stars. */
static uint32_t bare_declaration(const rewriter *r, uint32_t leaf)
{
  uint32_t declarator = rewrite_at(r, leaf)->parent;
  uint32_t declaration = rewrite_at(r, declarator)->parent;
  bool bare = rewrite_kind(r, declarator) == KIND_DECLARATOR &&
              rewrite_at(r, leaf)->next == NODE_NONE &&
              rewrite_kind(r, declaration) == KIND_DECLARATION &&
              shape_is_listed(r, declaration);
  return bare ? declaration : NODE_NONE;
}

/* The assignment to the leaf's variable, if it begins a `for`. */
static uint32_t first_clause(const rewriter *r, uint32_t leaf)
{
  uint32_t assign = shape_assignment(r, leaf);
  if (assign == NODE_NONE)
    return NODE_NONE;
  uint32_t loop = rewrite_at(r, assign)->parent;
  bool is =
      rewrite_kind(r, loop) == KIND_FOR &&
      shape_leaf(r, loop, WORD_SEMICOLON, 0) == rewrite_at(r, assign)->next;
  return is ? assign : NODE_NONE;
}

/* `int i; for (i = 0;;)` becomes `for (int i = 0;;)`, if the variable has no
 * use before or after the loop. */
void rewrite_declared_in_for(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    uint32_t name = rewrite_mention(r, symbol, 0);
    uint32_t use = rewrite_mention(r, symbol, 1), last = use;
    if (use == NODE_NONE || rewrite_kind(r, name) != KIND_DECLARED)
      continue;
    EACH_LATER_MENTION (leaf, r, use)
      last = leaf;
    uint32_t declaration = bare_declaration(r, name);
    uint32_t assign = first_clause(r, use);
    if (declaration == NODE_NONE || assign == NODE_NONE ||
        !rewrite_is_inside(r, last, rewrite_at(r, assign)->parent))
      continue;
    rewrite_open(r);
    rewrite_text(
        r, use,
        rewrite_without(r, declaration, rewrite_at(r, declaration)->last, ""));
    rewrite_drop(r, declaration);
  }
}

/* ---- statement expressions ---- */

/* The statement around the expression that other statements can precede, if it
 * evaluates the expression once; or NODE_NONE. */
static uint32_t statement_around(const rewriter *r, uint32_t expression)
{
  uint32_t below = expression;
  uint32_t at = rewrite_at(r, expression)->parent;
  for (; at != NODE_NONE; below = at, at = rewrite_at(r, at)->parent) {
    syntax_kind kind = rewrite_kind(r, at);
    bool head = kind == KIND_IF || kind == KIND_SWITCH;
    if (head && rewrite_role(r, below) == ROLE_SUBSTATEMENT)
      return NODE_NONE;
    if (kind == KIND_WHILE || kind == KIND_DO || kind == KIND_FOR ||
        kind == KIND_COMPOUND)
      return NODE_NONE;
    if (shape_is_listed(r, at))
      return at;
  }
  return NODE_NONE;
}

/* The statements of the expression except the last, as a text; the last one's
 * expression in `value`. */
static const char *all_but_last(uint32_t *value, rewriter *r,
                                uint32_t expression)
{
  uint32_t block = rewrite_child_of_kind(r, expression, KIND_COMPOUND);
  uint32_t list = rewrite_child_of_kind(r, block, KIND_STATEMENTS);
  uint32_t last = list == NODE_NONE ? NODE_NONE : rewrite_at(r, list)->last;
  if (last == NODE_NONE || rewrite_kind(r, last) != KIND_EXPRESSION_STATEMENT ||
      rewrite_at(r, last)->prev == NODE_NONE)
    return NULL;
  *value = shape_operand(r, last);
  if (*value == NODE_NONE)
    return NULL;
  return rewrite_without(r, list, last, "");
}

/* Bounds the total text of nested statements. */
enum { MOST_TOKENS = 256 };

void rewrite_statement_expression(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_STATEMENT_EXPRESSION) {
    uint32_t value, statement = statement_around(r, node);
    if (statement == NODE_NONE || rewrite_tokens(r, statement) > MOST_TOKENS)
      continue;
    const char *before = all_but_last(&value, r, node);
    if (!before)
      continue;
    bool open = shape_is_primary(r, value) || shape_stands_open(r, node);
    const char *text =
        rewrite_format(r, open ? "%s" : "(%s)", rewrite_source(r, value));
    rewrite_open(r);
    rewrite_print(r, statement, "%s %s", before,
                  rewrite_without(r, statement, node, text));
  }
}
