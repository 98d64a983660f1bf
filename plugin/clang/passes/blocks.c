/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Statements of a block that become one, or one that becomes several.
 *
 * A declaration and the first assignment to what it declares become a
 * declaration with an initialiser: where the assignment stands if nothing else
 * is declared with it, else where the declaration stands. A statement
 * expression is taken apart: what it does first comes before the statement that
 * it is in.
 */
#include "../shapes.h"

/* ---- declaration and assignment ---- */

/* The declarator around the leaf of a name, if it has no initialiser and
 * declares a local variable by that name alone or behind stars. */
static uint32_t bare_declarator(const rewriter *r, uint32_t leaf)
{
  uint32_t declarator = rewrite_at(r, leaf)->parent;
  bool bare = rewrite_kind(r, declarator) == KIND_DECLARATOR &&
              rewrite_at(r, leaf)->next == NODE_NONE &&
              rewrite_around(r, declarator, KIND_STATEMENTS) != NODE_NONE;
  return bare ? declarator : NODE_NONE;
}

/* The assignment to the variable that the leaf names, if it is a plain one. */
static uint32_t assignment_to(const rewriter *r, uint32_t leaf)
{
  uint32_t assign = rewrite_at(r, leaf)->parent, left, right;
  bool plain = rewrite_kind(r, assign) == KIND_ASSIGN &&
               shape_pair(&left, &right, r, assign) && left == leaf &&
               rewrite_word(r, shape_operator(r, assign)) == WORD_ASSIGN;
  return plain ? assign : NODE_NONE;
}

/* The first mention of the symbol behind its only declaration, or NODE_NONE. */
static uint32_t first_use(const rewriter *r, uint32_t symbol)
{
  size_t count;
  const uint32_t *mentions = rewrite_mentions(r, symbol, &count);
  bool single = count > 1 && rewrite_declares(r, mentions[0]);
  for (size_t i = 1; single && i < count; i++)
    single = !rewrite_declares(r, mentions[i]);
  return single ? mentions[1] : NODE_NONE;
}

/* `static int x` without its semicolon; NODE_NONE's text is NULL. */
static const char *head_of(rewriter *r, uint32_t declaration)
{
  uint32_t end = shape_leaf(r, declaration, WORD_SEMICOLON, 0);
  if (end == NODE_NONE || rewrite_at(r, end)->next != NODE_NONE)
    return NULL;
  rewrite_part part = { .node = end, .text = "" };
  return rewrite_composed(r, declaration, &part, 1);
}

static void offer_joined(rewriter *r, uint32_t declarator, uint32_t assign)
{
  uint32_t right = rewrite_child(r, assign, 2);
  uint32_t statement = rewrite_at(r, assign)->parent;
  uint32_t declaration = rewrite_at(r, declarator)->parent;
  const char *value = rewrite_source(r, right);
  bool alone = rewrite_kind(r, declaration) == KIND_DECLARATION;
  const char *head = alone ? head_of(r, declaration) : NULL;
  bool in_for = rewrite_kind(r, statement) == KIND_FOR;
  if ((alone || in_for) && !head)
    return;
  rewrite_open(r);
  if (!alone) {
    rewrite_text(
        r, declarator,
        rewrite_format(r, "%s = %s", rewrite_source(r, declarator), value));
    rewrite_drop(r, statement);
    return;
  }
  rewrite_text(r, in_for ? assign : statement,
               rewrite_format(r, "%s = %s%s", head, value, in_for ? "" : ";"));
  rewrite_drop(r, declaration);
}

void rewrite_assignment_joined(rewriter *r)
{
  for (uint32_t symbol = 0; symbol < r->f->symbols.size; symbol++) {
    uint32_t use = first_use(r, symbol), declarator, assign;
    if (use == NODE_NONE || (assign = assignment_to(r, use)) == NODE_NONE)
      continue;
    size_t count;
    declarator = bare_declarator(r, rewrite_mentions(r, symbol, &count)[0]);
    uint32_t statement = rewrite_at(r, assign)->parent;
    bool clause = rewrite_kind(r, statement) == KIND_FOR &&
                  shape_leaf(r, statement, WORD_SEMICOLON, 0) ==
                      rewrite_at(r, assign)->next;
    bool listed = rewrite_kind(r, statement) == KIND_EXPRESSION_STATEMENT &&
                  shape_is_listed(r, statement);
    if (declarator == NODE_NONE || (!clause && !listed) ||
        rewrite_is_named_elsewhere(r, symbol))
      continue;
    offer_joined(r, declarator, assign);
  }
}

/* ---- statement expressions ---- */

/* The statement around the expression that can be preceded by others, if the
 * expression is evaluated once there; or NODE_NONE. */
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

/* The statements of the expression up to its last, as a text; the last one's
 * expression in `value`. */
static const char *all_but_last(uint32_t *value, rewriter *r,
                                uint32_t expression)
{
  uint32_t block = rewrite_child_of_kind(r, expression, KIND_COMPOUND);
  uint32_t list = block == NODE_NONE
                      ? NODE_NONE
                      : rewrite_child_of_kind(r, block, KIND_STATEMENTS);
  uint32_t last = list == NODE_NONE ? NODE_NONE : rewrite_at(r, list)->last;
  if (last == NODE_NONE || rewrite_kind(r, last) != KIND_EXPRESSION_STATEMENT ||
      rewrite_at(r, last)->prev == NODE_NONE)
    return NULL;
  *value = shape_operand(r, last);
  if (*value == NODE_NONE)
    return NULL;
  rewrite_part part = { .node = last, .text = "" };
  return rewrite_composed(r, list, &part, 1);
}

/* Texts of statements within statements within ... add up. */
enum { MOST_TOKENS = 256 };

void rewrite_statement_expression(rewriter *r)
{
  for (uint32_t node = 0; node < rewrite_node_count(r); node++) {
    if (rewrite_kind(r, node) != KIND_STATEMENT_EXPRESSION ||
        !rewrite_has_tokens(r, node))
      continue;
    uint32_t value, statement = statement_around(r, node);
    if (statement == NODE_NONE || shape_tokens(r, statement) > MOST_TOKENS)
      continue;
    const char *before = all_but_last(&value, r, node);
    if (!before)
      continue;
    bool open = shape_is_primary(r, value) || shape_stands_open(r, node);
    rewrite_part part = { .node = node,
                          .text = rewrite_format(r, open ? "%s" : "(%s)",
                                                 rewrite_source(r, value)) };
    rewrite_open(r);
    rewrite_text(r, statement,
                 rewrite_format(r, "%s %s", before,
                                rewrite_composed(r, statement, &part, 1)));
  }
}
