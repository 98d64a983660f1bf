/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Simplifies loops: `for` to `while`, `do` to `while`, and a loop that runs at
 * most once to `if`.
 *
 * The step of a `for` moves after its body, where it costs less than in the
 * head.
 */
#include "../shapes.h"

/* ---- for ---- */

static void while_head(rewriter *r, uint32_t node, const shape_parts *parts)
{
  rewrite_text(r, rewrite_child(r, node, 0), "while");
  uint32_t first = shape_leaf(r, node, WORD_SEMICOLON, 0);
  if (parts->condition == NODE_NONE)
    rewrite_text(r, first, "1");
  else
    rewrite_drop(r, first);
  rewrite_drop(r, shape_leaf(r, node, WORD_SEMICOLON, 1));
}

/* Moves the step to the end of the body; false if the body cannot take it. */
static bool move_step(rewriter *r, const shape_parts *parts)
{
  uint32_t brace = shape_leaf(r, parts->body, WORD_CLOSE_BRACE, 0);
  uint32_t end = shape_leaf(r, parts->body, WORD_SEMICOLON, 0);
  const char *step = rewrite_source(r, parts->step);
  switch (rewrite_kind(r, parts->body)) {
  case KIND_EMPTY:
    rewrite_print(r, parts->body, "%s;", step);
    return true;
  case KIND_COMPOUND:
    if (brace != NODE_NONE)
      rewrite_print(r, brace, "%s; }", step);
    return brace != NODE_NONE;
  default:
    if (end != NODE_NONE)
      rewrite_print(r, end, ", %s;", step);
    return end != NODE_NONE;
  }
}

static bool takes_step(const rewriter *r, const shape_parts *parts)
{
  syntax_kind kind = rewrite_kind(r, parts->body);
  return kind == KIND_EMPTY ||
         (kind == KIND_COMPOUND &&
          shape_leaf(r, parts->body, WORD_CLOSE_BRACE, 0) != NODE_NONE) ||
         (kind == KIND_EXPRESSION_STATEMENT &&
          shape_leaf(r, parts->body, WORD_SEMICOLON, 0) != NODE_NONE);
}

void rewrite_for_to_while(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_FOR) {
    shape_parts parts;
    if (!shape_find_parts(&parts, r, node) || parts.init != NODE_NONE ||
        (parts.step != NODE_NONE && !takes_step(r, &parts)))
      continue;
    rewrite_open(r);
    while_head(r, node, &parts);
    if (parts.step == NODE_NONE)
      continue;
    (void)move_step(r, &parts);
    rewrite_drop(r, parts.step);
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
