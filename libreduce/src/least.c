/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The work list of Perses as simplified in Gopinath's notebook
 * (hierarchical_reduction).
 *
 * The list holds pairs of a *tree* and a node in it, ordered by the leaves of
 * the tree, then by the leaves of the node (fewest first), then newest first.
 * All replacements of the first pair's node are tried in its tree; each
 * interesting one gives a new tree, which is queued with the same node. If
 * there is none, the children of the node are queued with the same tree. The
 * result is the smallest tree, or the first of equally small ones.
 *
 * A tree is a separate configuration: its parent plus edits. One tree at a time
 * is *present*, that is, in the reduction's configuration and renderer; another
 * is made present when its pair is taken from the list. That costs a rendering,
 * which is negligible next to a test, and memory for only one tree.
 *
 * In the notebook, the reductions of one child are never combined with those of
 * its sibling, which is queued with the earlier tree; and as many trees are
 * queued as replacements succeeded. Here, a pair whose tree is larger than the
 * smallest is instead tried in the smallest, if its node is still there, and at
 * most once. (A test case of 1054 tokens ended at 673 tokens without this, and
 * at 90 with it after as many questions.) Until the notebook would return to a
 * larger tree, both ask the same questions. A replacement that saves no leaf is
 * skipped, so the list becomes empty in the end.
 */
#include <stdlib.h>
#include <string.h>

#include "attempt.h"

/* A configuration: its parent's with additional edits. */
struct kept {
  uint32_t parent; /* RD_NONE: the first one */
  uint32_t begin;  /* its edits in least.edits */
  uint32_t count;
  rd_measure measure;
};

struct pair {
  uint32_t tree; /* in least.trees */
  uint32_t node;
};

struct least {
  rd_attempt *attempt;
  rd_reduction *reduction;
  ARRAY(struct kept) trees;
  ARRAY(rd_edit) edits;
  ARRAY(struct pair) pairs; /* indexed by the items of the work list */
  uint64_t age;
  uint32_t present;
  uint32_t smallest;
  uint32_t *taken_up;    /* by node: 1 + the last smallest tree in which it was
                            tried; 0: none */
  ARRAY(uint32_t) chain; /* scratch: trees, or nodes, up to the root */
};

/* ---- trees ---- */

/* Applies the edits from the parsed tree to this one, or undoes them. */
static void apply(struct least *least, uint32_t tree, bool back)
{
  rd_config *config = least->reduction->config;
  least->chain.size = 0;
  for (; tree != RD_NONE; tree = least->trees.data[tree].parent)
    ARRAY_PUSH(&least->chain, tree);
  for (size_t i = least->chain.size; i > 0; i--) {
    const struct kept *kept = &least->trees.data[least->chain.data[i - 1]];
    for (uint32_t j = 0; j < kept->count; j++) {
      rd_edit edit = least->edits.data[kept->begin + j];
      if (back)
        edit = (rd_edit){ .node = edit.node, .op = RD_KEEP };
      rd_config_apply(config, &edit, 1);
    }
  }
}

static rd_status make_present(struct least *least, uint32_t tree)
{
  rd_reduction *reduction = least->reduction;
  if (least->present == tree)
    return RD_OK;
  apply(least, least->present, true);
  apply(least, tree, false);
  rd_renderer_rebase(reduction->renderer);
  least->present = tree;
  if (!reduction->options->check)
    return RD_OK;
  rd_measure now = rd_renderer_measure(reduction->renderer);
  if (now.tokens != least->trees.data[tree].measure.tokens ||
      now.bytes != least->trees.data[tree].measure.bytes)
    return rd_fail(reduction->err, RD_ERR_INVALID,
                   "a candidate differs from the rendering of its edits");
  return rd_tree_check(reduction->tree, reduction->parser->lexer,
                       reduction->err);
}

static uint64_t leaves_of(const struct least *least, uint32_t tree)
{
  return least->trees.data[tree].measure.tokens;
}

/* Adds the present tree with the delta; returns its number. */
static uint32_t keep_tree(struct least *least, const rd_delta *delta,
                          rd_measure measure)
{
  struct kept kept = { .parent = least->present,
                       .begin = (uint32_t)least->edits.size,
                       .count = delta->count,
                       .measure = measure };
  for (uint32_t i = 0; i < delta->count; i++)
    ARRAY_PUSH(&least->edits,
               least->attempt->deltas.edits.data[delta->begin + i]);
  uint32_t tree = (uint32_t)least->trees.size;
  ARRAY_PUSH(&least->trees, kept);
  if (measure.tokens < leaves_of(least, least->smallest))
    least->smallest = tree;
  return tree;
}

/* ---- pairs ---- */

/* `leaves`: the number of the node's leaves in that tree. */
static void push_pair(struct least *least, uint32_t tree, uint32_t node,
                      uint64_t leaves)
{
  rd_work work = { .item = (uint32_t)least->pairs.size };
  work.keys[0] = leaves_of(least, tree);
  work.keys[1] = leaves;
  work.keys[2] = UINT64_MAX - least->age++;
  ARRAY_PUSH(&least->pairs, (struct pair){ .tree = tree, .node = node });
  rd_worklist_push(&least->attempt->list, work);
}

/* Is the node a place of the present tree? Walks from the root down to it,
 * skipping nodes that a lift replaced. */
static bool is_seen(struct least *least, uint32_t node)
{
  const rd_config *config = least->reduction->config;
  const rd_tree *tree = least->reduction->tree;
  least->chain.size = 0;
  for (uint32_t at = node; at != RD_NONE; at = rd_tree_at(tree, at)->parent)
    ARRAY_PUSH(&least->chain, at);
  for (size_t i = least->chain.size; i > 0; i--) {
    uint32_t stands = rd_view_resolve(config, least->chain.data[i - 1]);
    if (i == 1)
      return stands != RD_NONE;
    while (i > 1 && least->chain.data[i - 1] != stands)
      i--;
    if (i == 1)
      return false;
  }
  return false;
}

/* Makes the pair's tree present, or the smallest instead of a larger one.
 * *ready_out: the node must be tried there. */
static rd_status take_up(bool *ready_out, struct least *least, struct pair pair)
{
  *ready_out = false;
  if (leaves_of(least, pair.tree) > leaves_of(least, least->smallest))
    pair.tree = least->smallest;
  rd_status status = make_present(least, pair.tree);
  if (status != RD_OK || !is_seen(least, pair.node))
    return status;
  *ready_out = true;
  if (pair.tree != least->smallest)
    return RD_OK;
  *ready_out = least->taken_up[pair.node] != pair.tree + 1;
  least->taken_up[pair.node] = pair.tree + 1;
  return RD_OK;
}

/* Is anything left at the node after the delta? */
static bool leaves_some(const struct least *least, const rd_delta *delta,
                        uint32_t node)
{
  for (uint32_t i = 0; i < delta->count; i++) {
    rd_edit edit = least->attempt->deltas.edits.data[delta->begin + i];
    if (edit.node == node)
      return edit.op == RD_LIFT;
  }
  return true;
}

/* Tries every delta of the pass for the node in the present tree. */
static rd_status try_all(bool *found_out, struct least *least, size_t index,
                         uint32_t node)
{
  rd_attempt *attempt = least->attempt;
  rd_reduction *reduction = least->reduction;
  uint64_t before = reduction->stats.tests;
  int64_t leaves = rd_view_tokens(reduction->config, node);
  rd_status status = RD_OK;
  rd_attempt_enumerate(attempt, index, &node, 1);
  for (size_t i = 0; i < attempt->deltas.list.size && status == RD_OK &&
                     rd_attempt_goes_on(attempt);
       i++) {
    rd_delta delta = attempt->deltas.list.data[i];
    bool interesting;
    rd_measure measure;
    status = rd_reduction_probe(&interesting, &measure, reduction,
                                attempt->deltas.edits.data + delta.begin,
                                delta.count);
    if (!interesting)
      continue;
    *found_out = true;
    uint32_t tree = keep_tree(least, &delta, measure);
    if (leaves_some(least, &delta, node))
      push_pair(least, tree, node, (uint64_t)(leaves - delta.gain));
  }
  attempt->tests[index] += reduction->stats.tests - before;
  return status;
}

static void push_children(struct least *least, uint32_t node)
{
  const rd_config *config = least->reduction->config;
  for (uint32_t child = rd_view_first(config, node); child != RD_NONE;
       child = rd_view_next(config, child))
    if (rd_unit_is(config, child))
      push_pair(least, least->present, child, rd_view_tokens(config, child));
}

static rd_status visit(void *payload, uint32_t item)
{
  struct least *least = payload;
  uint32_t node = least->pairs.data[item].node;
  bool ready, found = false;
  rd_status status = take_up(&ready, least, least->pairs.data[item]);
  if (status != RD_OK || !ready)
    return status;
  for (size_t i = 0; i < rd_step_size(least->attempt->step); i++) {
    if (!rd_attempt_has(least->attempt, i))
      continue;
    status = try_all(&found, least, i, node);
    if (status != RD_OK)
      return status;
  }
  if (!found && !least->attempt->is_left)
    push_children(least, node);
  return RD_OK;
}

/* The first tree has the edits of earlier rounds. */
static void keep_first(struct least *least)
{
  const rd_reduction *reduction = least->reduction;
  for (uint32_t i = 0; i < rd_tree_size(reduction->tree); i++) {
    rd_edit edit = rd_config_at(reduction->config, i);
    if (edit.op != RD_KEEP)
      ARRAY_PUSH(&least->edits, edit);
  }
  ARRAY_PUSH(&least->trees, (struct kept){ .parent = RD_NONE,
                                           .count = (uint32_t)least->edits.size,
                                           .measure = reduction->measure });
  push_pair(least, 0, 0, rd_view_tokens(reduction->config, 0));
}

rd_status rd_attempt_least(rd_attempt *attempt)
{
  rd_reduction *reduction = attempt->reduction;
  struct least least = { .attempt = attempt, .reduction = reduction };
  least.taken_up =
      mem_alloc(rd_tree_size(reduction->tree), sizeof *least.taken_up);
  keep_first(&least);
  rd_status status = rd_worklist_run(&attempt->list, visit, &least);
  if (status == RD_OK)
    status = make_present(&least, least.smallest);
  ARRAY_FREE(&least.trees);
  ARRAY_FREE(&least.edits);
  ARRAY_FREE(&least.pairs);
  ARRAY_FREE(&least.chain);
  free(least.taken_up);
  return status;
}
