/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Simplifies loops: `for` to `while`, `do` to `while`, and a loop that runs at
 * most once to `if`. One that only counts becomes an assignment.
 *
 * The step of a `for` moves after its body, where it costs less than in the
 * head. An `if` with a `break` that a body begins with becomes the condition.
 */
#include <string.h>

#include "../shapes.h"

/* ---- for ---- */

static void while_head(rewriter *r, uint32_t node, const shape_parts *parts)
{
  if (parts->init == NODE_NONE)
    rewrite_text(r, rewrite_child(r, node, 0), "while");
  else
    rewrite_print(r, rewrite_child(r, node, 0), "%s; while",
                  rewrite_source(r, parts->init));
  shape_drop(r, parts->init);
  uint32_t first = shape_leaf(r, node, WORD_SEMICOLON, 0);
  if (parts->condition == NODE_NONE)
    rewrite_text(r, first, "1");
  else
    rewrite_drop(r, first);
  rewrite_drop(r, shape_leaf(r, node, WORD_SEMICOLON, 1));
}

/* The end of the body, where the step can go; NODE_NONE if it cannot. */
static uint32_t end_of_body(const rewriter *r, uint32_t body)
{
  switch (rewrite_kind(r, body)) {
  case KIND_EMPTY:
    return body;
  case KIND_COMPOUND:
    return shape_leaf(r, body, WORD_CLOSE_BRACE, 0);
  case KIND_EXPRESSION_STATEMENT:
    return shape_leaf(r, body, WORD_SEMICOLON, 0);
  default:
    return NODE_NONE;
  }
}

static void move_step(rewriter *r, const shape_parts *parts)
{
  syntax_kind kind = rewrite_kind(r, parts->body);
  rewrite_print(r, end_of_body(r, parts->body),
                kind == KIND_EMPTY      ? "%s;"
                : kind == KIND_COMPOUND ? "%s; }"
                                        : ", %s;",
                rewrite_source(r, parts->step));
  rewrite_drop(r, parts->step);
}

/* Can what the loop begins with be a statement of its own? It is longer with a step
 * that moves too. */
static bool can_go_before(const rewriter *r, uint32_t node,
                          const shape_parts *parts)
{
  return parts->step == NODE_NONE && shape_is_listed(r, node) &&
         rewrite_kind(r, parts->init) == KIND_ASSIGN;
}

void rewrite_for_to_while(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_FOR) {
    shape_parts parts;
    if (!shape_find_parts(&parts, r, node) ||
        (parts.init != NODE_NONE && !can_go_before(r, node, &parts)) ||
        (parts.step != NODE_NONE && end_of_body(r, parts.body) == NODE_NONE))
      continue;
    rewrite_open(r);
    while_head(r, node, &parts);
    if (parts.step != NODE_NONE)
      move_step(r, &parts);
  }
}

/* What the loop assigns, if each turn only increments the variable that its
 * condition compares: `i < n`, `i != n`; false: it does more. */
static bool counts_up(uint32_t *name, uint32_t *end, rewriter *r,
                      const shape_parts *parts)
{
  uint32_t step = parts->step;
  syntax_kind body = rewrite_kind(r, parts->body);
  if (step == NODE_NONE && body == KIND_EXPRESSION_STATEMENT)
    step = rewrite_at(r, parts->body)->child;
  else if (step == NODE_NONE || body != KIND_EMPTY)
    return false;
  uint32_t compared = parts->condition;
  if ((rewrite_kind(r, step) != KIND_POSTFIX &&
       rewrite_kind(r, step) != KIND_UNARY) ||
      shape_leaf(r, step, WORD_INCREMENT, 0) == NODE_NONE ||
      rewrite_kind(r, compared) != KIND_COMPARISON ||
      !shape_pair(name, end, r, compared))
    return false;
  const char *operator= rewrite_source(r, shape_operator(r, compared));
  return (!strcmp(operator, "<") || !strcmp(operator, "!=")) &&
         shape_equal(r, *name, shape_operand(r, step));
}

/* Does the beginning of the loop do no more than to set that variable? */
static bool only_sets(const rewriter *r, uint32_t init, uint32_t name)
{
  uint32_t left, right;
  return init == NODE_NONE ||
         (rewrite_kind(r, init) == KIND_ASSIGN &&
          shape_pair(&left, &right, r, init) && shape_equal(r, left, name) &&
          (rewrite_kind(r, right) == KIND_LITERAL ||
           rewrite_kind(r, right) == KIND_NAME));
}

/* `for (i = 0; i < n; i++) ;` becomes `i = n;`. */
void rewrite_loop_to_value(rewriter *r)
{
  EACH_NODE (node, r) {
    shape_parts parts;
    uint32_t name, end;
    syntax_kind kind = rewrite_kind(r, node);
    if ((kind != KIND_WHILE && kind != KIND_FOR) ||
        !shape_find_parts(&parts, r, node) || parts.condition == NODE_NONE ||
        !counts_up(&name, &end, r, &parts) || !only_sets(r, parts.init, name))
      continue;
    rewrite_open(r);
    rewrite_print(r, node, "%s = %s;", rewrite_source(r, name),
                  rewrite_source(r, end));
  }
}

/* ---- do ---- */

/* Drops the part after the body, and inserts `head` before it. */
static void turn_do(rewriter *r, uint32_t node, const shape_parts *parts,
                    const char *head)
{
  rewrite_print(r, rewrite_child(r, node, 0), "%s (%s)", head,
                rewrite_source(r, parts->condition));
  rewrite_drop(r, shape_leaf(r, node, WORD_WHILE, 0));
  rewrite_drop(r, shape_leaf(r, node, WORD_OPEN_PAREN, 0));
  rewrite_drop(r, parts->condition);
  rewrite_drop(r, shape_leaf(r, node, WORD_CLOSE_PAREN, 0));
  rewrite_drop(r, shape_leaf(r, node, WORD_SEMICOLON, 0));
}

void rewrite_do_to_while(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_DO) {
    shape_parts parts;
    if (!shape_find_parts(&parts, r, node))
      continue;
    rewrite_open(r);
    turn_do(r, node, &parts, "while");
  }
}

/* ---- a break ---- */

/* The condition of an `if` with nothing but a `break`, or NODE_NONE. */
static uint32_t breaks_if(const rewriter *r, uint32_t node)
{
  shape_parts parts;
  bool is = rewrite_kind(r, node) == KIND_IF &&
            shape_find_parts(&parts, r, node) && parts.other == NODE_NONE &&
            rewrite_kind(r, parts.body) == KIND_JUMP &&
            rewrite_word(r, rewrite_child(r, parts.body, 0)) == WORD_BREAK;
  return is ? parts.condition : NODE_NONE;
}

/* `for (; a;) { if (b) break; f(); }` becomes `for (; !b;) { f(); }`, then
 * `for (; a && !b;) { f(); }`. */
void rewrite_break_to_condition(rewriter *r)
{
  EACH_NODE (node, r) {
    shape_parts parts;
    syntax_kind kind = rewrite_kind(r, node);
    if ((kind != KIND_WHILE && kind != KIND_FOR) ||
        !shape_find_parts(&parts, r, node) || parts.condition == NODE_NONE)
      continue;
    uint32_t list = rewrite_child_of_kind(r, parts.body, KIND_STATEMENTS);
    uint32_t first = rewrite_child(r, list, 0), left = breaks_if(r, first);
    if (left == NODE_NONE)
      continue;
    const char *stays = rewrite_format(
        r, "!%s", shape_in_parens(r, left, rewrite_source(r, left)));
    rewrite_open(r);
    rewrite_text(r, parts.condition, stays);
    rewrite_drop(r, first);
    if (!shape_is_operand(r, parts.condition))
      continue;
    rewrite_open(r);
    rewrite_print(r, parts.condition, "%s && %s",
                  rewrite_source(r, parts.condition), stays);
    rewrite_drop(r, first);
  }
}

/* ---- to if ---- */

/* Also applies to a `switch`: its labels are removed with its jumps. */
void rewrite_loop_to_if(rewriter *r)
{
  EACH_NODE (node, r) {
    shape_parts parts;
    if (rewrite_kind(r, node) == KIND_IF ||
        !shape_find_parts(&parts, r, node) || parts.condition == NODE_NONE)
      continue;
    rewrite_open(r);
    if (rewrite_kind(r, node) == KIND_DO)
      turn_do(r, node, &parts, "if");
    else
      rewrite_text(r, rewrite_child(r, node, 0), "if");
    if (rewrite_kind(r, node) == KIND_FOR) {
      shape_drop(r, parts.init);
      shape_drop(r, parts.step);
      rewrite_drop(r, shape_leaf(r, node, WORD_SEMICOLON, 0));
      rewrite_drop(r, shape_leaf(r, node, WORD_SEMICOLON, 1));
    }
    (void)shape_open_jumps(r, node, parts.body, false);
  }
}
