/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * `switch` to what one of its cases does, and `goto` to what it goes to.
 *
 * A case is a run of statements from its label to the next `break`; the core
 * can lift one statement of it, but not the run.
 */
#include "../shapes.h"

/* Of one `switch`: more would make edits without bound, and cases can go. */
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

/* Is it a statement of the run that begins with `first`? */
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

/* Labels may follow each other: `case 1: case 2: x;`. */
static void drop_labels(rewriter *r, uint32_t labeled)
{
  for (; is_case(r, labeled);
       labeled = rewrite_child_in_role(r, labeled, ROLE_SUBSTATEMENT))
    rewrite_drop(r, rewrite_child_of_kind(r, labeled, KIND_CASE));
}

/* All statements of the list but those of the run go. */
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

/* The label's node around a leaf that declares it, or NODE_NONE. */
static uint32_t label_of(const rewriter *r, uint32_t leaf)
{
  uint32_t parent = rewrite_at(r, leaf)->parent;
  return rewrite_kind(r, parent) == KIND_LABEL ? parent : NODE_NONE;
}

/* The label and a `goto` to it; the number of these, or 0 if it is named by
 * something else too. */
static size_t find_gotos(uint32_t *label, uint32_t *last, const rewriter *r,
                         uint32_t symbol)
{
  size_t gotos = 0;
  rewrite_leaves mentions = rewrite_mentions(r, symbol);
  *label = *last = NODE_NONE;
  if (rewrite_fact(r, symbol)->kind != RD_SYMBOL_LABEL)
    return 0;
  for (size_t i = 0; i < mentions.size; i++) {
    uint32_t parent = rewrite_at(r, mentions.data[i])->parent;
    if (label_of(r, mentions.data[i]) != NODE_NONE && *label == NODE_NONE)
      *label = parent;
    else if (rewrite_kind(r, parent) == KIND_GOTO)
      *last = parent, gotos++;
    else
      return 0;
  }
  bool all = *label != NODE_NONE && gotos > 0 &&
             !rewrite_is_named_elsewhere(r, symbol);
  return all ? gotos : 0;
}

/* One `goto` needs no help: it goes, and then its label does. */
void rewrite_goto_dropped(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    uint32_t label, last;
    if (find_gotos(&label, &last, r, symbol) < 2)
      continue;
    rewrite_leaves mentions = rewrite_mentions(r, symbol);
    rewrite_open(r);
    rewrite_drop(r, label);
    for (size_t i = 0; i < mentions.size; i++)
      if (rewrite_at(r, mentions.data[i])->parent != label)
        shape_remove_statement(r, rewrite_at(r, mentions.data[i])->parent);
  }
}

/* The labelled statement moves to the only `goto`. */
void rewrite_goto_to_target(rewriter *r)
{
  EACH_SYMBOL (symbol, r) {
    uint32_t label, last;
    if (find_gotos(&label, &last, r, symbol) != 1)
      continue;
    uint32_t labeled = rewrite_at(r, label)->parent;
    uint32_t target = rewrite_child_in_role(r, labeled, ROLE_SUBSTATEMENT);
    if (rewrite_kind(r, labeled) != KIND_LABELED || target == NODE_NONE ||
        !rewrite_has_tokens(r, target) || rewrite_is_inside(r, last, labeled))
      continue;
    rewrite_open(r);
    rewrite_text(r, last, rewrite_source(r, target));
    shape_remove_statement(r, labeled);
  }
}
