/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces `switch` by one of its cases, and `goto` by the statement at its
 * label.
 *
 * A case is a run of statements from its label to the next `break`; the core
 * can lift one statement of it, but not the run.
 */
#include "../shapes.h"

/* Limit per `switch`: it bounds the edits, and cases can be removed. */
enum { MOST_CASES = 8 };

/* ---- switch ---- */

static bool is_break(const rewriter *r, uint32_t node)
{
  return rewrite_kind(r, node) == KIND_JUMP &&
         rewrite_word(r, rewrite_child(r, node, 0)) == WORD_BREAK;
}

static bool is_case(const rewriter *r, uint32_t node)
{
  return rewrite_kind(r, node) == KIND_LABELED &&
         rewrite_child_of_kind(r, node, KIND_CASE) != NODE_NONE;
}

/* Does the statement belong to the run that begins with `first`? */
static bool is_in_run(const rewriter *r, uint32_t node, uint32_t first)
{
  return node == first || (!is_break(r, node) && !is_case(r, node));
}

/* The number of statements in the run. */
static uint32_t run_length(const rewriter *r, uint32_t first)
{
  uint32_t count = 0;
  for (uint32_t at = first; at != NODE_NONE && is_in_run(r, at, first);
       at = rewrite_at(r, at)->next)
    count += rewrite_has_tokens(r, at);
  return count;
}

/* Labels may be consecutive: `case 1: case 2: x;`. */
static void drop_labels(rewriter *r, uint32_t labeled)
{
  for (; is_case(r, labeled);
       labeled = rewrite_child_in_role(r, labeled, ROLE_SUBSTATEMENT))
    rewrite_drop(r, rewrite_child_of_kind(r, labeled, KIND_CASE));
}

/* Drops all statements of the list except those of the run. */
static void keep_run(rewriter *r, uint32_t list, uint32_t first)
{
  bool inside = false;
  EACH_CHILD (at, r, list) {
    inside = at == first || (inside && is_in_run(r, at, first));
    if (!inside && rewrite_has_tokens(r, at))
      rewrite_drop(r, at);
  }
  drop_labels(r, first);
}

void rewrite_switch_to_case(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_SWITCH) {
    shape_parts parts;
    if (!shape_is_listed(r, node) || !shape_find_parts(&parts, r, node))
      continue;
    uint32_t list = rewrite_child_of_kind(r, parts.body, KIND_STATEMENTS);
    if (list == NODE_NONE)
      continue;
    uint32_t at = rewrite_at(r, list)->child;
    for (int offered = 0; at != NODE_NONE && offered < MOST_CASES;
         at = rewrite_at(r, at)->next) {
      if (!is_case(r, at) || run_length(r, at) < 2)
        continue;
      offered++;
      rewrite_open(r);
      rewrite_lift(r, node, list);
      keep_run(r, list, at);
    }
  }
}

/* ---- goto ---- */

/* The label and the only `goto` to it; false if there is another mention. */
static bool find_goto(uint32_t *label, uint32_t *jump, const rewriter *r,
                      uint32_t symbol)
{
  *label = *jump = NODE_NONE;
  EACH_MENTION (leaf, r, symbol) {
    uint32_t parent = rewrite_at(r, leaf)->parent;
    if (rewrite_kind(r, parent) == KIND_LABEL)
      *label = parent;
    else if (rewrite_kind(r, parent) == KIND_GOTO)
      *jump = parent;
  }
  return rewrite_mention_count(r, symbol) == 2 && *label != NODE_NONE &&
         *jump != NODE_NONE &&
         rewrite_fact(r, symbol)->kind == RD_SYMBOL_LABEL &&
         !rewrite_is_named_elsewhere(r, symbol);
}

/* The labelled statement moves to the only `goto`. */
void rewrite_goto_to_target(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    uint32_t label, jump;
    if (!find_goto(&label, &jump, r, symbol))
      continue;
    uint32_t labeled = rewrite_at(r, label)->parent;
    uint32_t target = rewrite_child_in_role(r, labeled, ROLE_SUBSTATEMENT);
    if (rewrite_kind(r, labeled) != KIND_LABELED ||
        !rewrite_has_tokens(r, target) || rewrite_is_inside(r, jump, labeled))
      continue;
    rewrite_open(r);
    rewrite_text(r, jump, rewrite_source(r, target));
    shape_remove_statement(r, labeled);
  }
}

/* Is it the last statement of the body in braces? */
static bool ends_body(const rewriter *r, uint32_t statement, uint32_t body)
{
  uint32_t list = rewrite_child_of_kind(r, body, KIND_STATEMENTS);
  bool last = false;
  if (list == NODE_NONE || rewrite_at(r, statement)->parent != list)
    return false;
  EACH_CHILD (at, r, list)
    if (rewrite_has_tokens(r, at))
      last = at == statement;
  return last;
}

/* `l: if (a) { b; goto l; }` becomes `while (a) { b; }`. */
void rewrite_goto_to_while(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    uint32_t label, jump;
    shape_parts parts;
    if (!find_goto(&label, &jump, r, symbol))
      continue;
    uint32_t labeled = rewrite_at(r, label)->parent;
    uint32_t target = rewrite_child_in_role(r, labeled, ROLE_SUBSTATEMENT);
    if (rewrite_kind(r, labeled) != KIND_LABELED ||
        rewrite_kind(r, target) != KIND_IF ||
        !shape_find_parts(&parts, r, target) || parts.other != NODE_NONE ||
        !ends_body(r, jump, parts.body))
      continue;
    rewrite_open(r);
    rewrite_drop(r, label);
    rewrite_text(r, rewrite_child(r, target, 0), "while");
    rewrite_drop(r, jump);
  }
}
