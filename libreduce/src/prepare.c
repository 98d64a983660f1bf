/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * From the front end's nodes to the nodes of the frozen tree: the preparations
 * of the HDD papers (flattening recursive lists, squeezing linear chains,
 * hiding nodes that cannot be removed), and the final numbering.
 *
 * Nodes keep their order, so no list of children is ever built: to remove a
 * node is to mark it as `into` another, which takes over its children. In
 * document order a parent is settled before its children. So each preparation
 * is one pass, forward if it looks at parents and backward if it adds up
 * children, and a chain of any depth costs time linear in its length.
 */
#include <stdlib.h>
#include <string.h>

#include "builder.h"
#include "joint.h"

struct shape {
  rd_node *nodes;
  uint32_t count;
  rd_builder *builder;
  uint32_t *into; /* the node that a node became part of: itself if it stays,
                     RD_NONE if its whole subtree vanished */
};

/* The present parent of node `i`. */
static uint32_t parent_of(const struct shape *shape, uint32_t i)
{
  uint32_t parent = shape->nodes[i].parent;
  return parent == RD_NONE ? RD_NONE : shape->into[parent];
}

static bool stays(const struct shape *shape, uint32_t i)
{
  return shape->into[i] == i;
}

static void drop_leafless(struct shape *shape)
{
  uint32_t *leaves = mem_alloc(shape->count, sizeof *leaves);
  for (uint32_t i = shape->count; i-- > 0;) {
    leaves[i] += shape->nodes[i].leaves;
    if (i)
      leaves[shape->nodes[i].parent] += leaves[i];
    shape->into[i] = leaves[i] || !i ? i : RD_NONE;
  }
  free(leaves);
}

/* ---- flattening ---- */

static bool can_stand_in_list(const rd_node *at)
{
  return at->place == RD_ELEMENT ||
         (at->flags & (RD_SEPARATOR | RD_COMMENT)) != 0;
}

/* A parent that took in children becomes a list if each of its children can be
 * dropped with a separator. */
static void mark_lists(struct shape *shape, bool *took)
{
  for (uint32_t i = 1; i < shape->count; i++)
    if (stays(shape, i) && !can_stand_in_list(&shape->nodes[i]))
      took[parent_of(shape, i)] = false;
  for (uint32_t i = 0; i < shape->count; i++)
    if (took[i])
      shape->nodes[i].flags |= RD_LIST;
}

static void flatten(struct shape *shape)
{
  bool *took = mem_alloc(shape->count, sizeof *took);
  for (uint32_t i = 1; i < shape->count; i++) {
    const rd_node *at = &shape->nodes[i];
    uint32_t parent = parent_of(shape, i);
    if (!stays(shape, i) || at->leaves || !(at->flags & RD_RECURSIVE) ||
        at->kind != shape->nodes[parent].kind)
      continue;
    shape->into[i] = parent;
    took[parent] = true;
  }
  mark_lists(shape, took);
  free(took);
}

/* ---- squeezing ---- */

enum {
  FROM_OUTER = RD_PUNCT | RD_SEPARATOR | RD_RECURSIVE | RD_HIDDEN,
  FROM_INNER = RD_LIST | RD_COMMENT,
  FROM_BOTH = RD_LINE | RD_GENERIC | RD_DEFINITION | RD_BODY | RD_RAW |
              RD_INITIAL | RD_INTERNAL | RD_LAYOUT | RD_REDECLARED
};

/* A parent can be pruned to anything that its only child can be pruned to. */
static void merge_phrases(rd_node *outer, const rd_node *inner, uint32_t empty)
{
  if (outer->phrase == RD_NONE)
    outer->phrase = inner->place == RD_REQUIRED ? inner->phrase : empty;
  bool is_inner_body = (inner->flags & RD_BODY) && !(outer->flags & RD_BODY);
  if (!outer->filler_count || is_inner_body) {
    outer->fillers = inner->fillers;
    outer->filler_count = inner->filler_count;
  }
}

/* A text in a string is one with its only element, too. */
static uint16_t text_flag(const rd_node *node)
{
  return rd_tree_is_text(node) ? RD_BY_LINES : 0;
}

static void merge(rd_builder *builder, rd_node *outer, const rd_node *inner,
                  uint32_t empty)
{
  merge_phrases(outer, inner, empty);
  outer->flags = (uint16_t)((outer->flags & (FROM_OUTER | FROM_BOTH)) |
                            (inner->flags & (FROM_INNER | FROM_BOTH)) |
                            text_flag(outer) | text_flag(inner));
  outer->sorts = rd_builder_join_sorts(builder, outer->sorts, inner->sorts);
  outer->type = inner->type;
  outer->begin = inner->begin;
  outer->end = inner->end;
  outer->leaves = inner->leaves;
  outer->tokens = inner->tokens;
}

static void squeeze(struct shape *shape, uint32_t empty)
{
  uint32_t *children = mem_alloc(shape->count, sizeof *children);
  for (uint32_t i = 1; i < shape->count; i++)
    if (stays(shape, i))
      children[parent_of(shape, i)]++;
  for (uint32_t i = 1; i < shape->count; i++) {
    uint32_t into = shape->into[i];
    if (into != i) { /* the target may have been merged since */
      shape->into[i] = into == RD_NONE ? RD_NONE : shape->into[into];
      continue;
    }
    uint32_t parent = parent_of(shape, i);
    if (children[parent] != 1)
      continue;
    shape->into[i] = parent;
    children[parent] = children[i];
    merge(shape->builder, &shape->nodes[parent], &shape->nodes[i], empty);
  }
  free(children);
}

/* ---- numbering ---- */

/* Packs the nodes that stay; shape->into becomes the map to final ids. */
static void number(struct shape *shape)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < shape->count; i++) {
    uint32_t into = shape->into[i];
    if (into != i) { /* already numbered, since it comes before */
      shape->into[i] = into == RD_NONE ? RD_NONE : shape->into[into];
      continue;
    }
    uint32_t parent = parent_of(shape, i);
    shape->nodes[count] = shape->nodes[i];
    shape->nodes[count].parent = parent;
    shape->into[i] = count++;
  }
  shape->count = count;
}

/* Sizes, spans and counts, from the leaves up; layout, from the roots down. */
static void add_up(struct shape *shape)
{
  uint32_t leaf = 0;
  for (uint32_t i = 0; i < shape->count; i++) {
    rd_node *at = &shape->nodes[i];
    at->size = 1;
    at->token = leaf;
    leaf += at->leaves;
    if (i)
      at->flags |= shape->nodes[at->parent].flags & RD_LAYOUT;
  }
  for (uint32_t i = shape->count; i-- > 1;) {
    const rd_node *at = &shape->nodes[i];
    rd_node *parent = &shape->nodes[at->parent];
    parent->size += at->size;
    parent->leaves += at->leaves;
    parent->tokens += at->tokens;
    parent->begin = at->begin; /* this loop sees the first child last */
    if (!parent->end)
      parent->end = at->end;
  }
}

/* ---- hiding ---- */

/* An optional node or an element can be dropped whatever its phrase is; a
 * filler may fit even if the text is already the phrase. */
static void hide(struct shape *shape)
{
  for (uint32_t i = 0; i < shape->count; i++) {
    rd_node *at = &shape->nodes[i];
    if (at->place != RD_REQUIRED || at->filler_count)
      continue;
    bool is_fixed =
        at->phrase == RD_NONE
            ? at->size == 1
            : rd_is_same_text(
                  rd_intern_at(&shape->builder->strings, at->phrase),
                  shape->builder->text + at->begin, at->end - at->begin);
    if (is_fixed)
      at->flags |= RD_HIDDEN;
  }
}

uint32_t *rd_builder_prepare(rd_builder *builder, uint32_t prepare)
{
  uint32_t empty = rd_builder_weighed(builder, "");
  struct shape shape = {
    .nodes = builder->nodes.data,
    .count = (uint32_t)builder->nodes.size,
    .builder = builder,
    .into = mem_alloc(builder->nodes.size, sizeof *shape.into),
  };
  drop_leafless(&shape);
  if (prepare & RD_FLATTEN)
    flatten(&shape);
  if (prepare & RD_SQUEEZE)
    squeeze(&shape, empty);
  number(&shape);
  add_up(&shape);
  if (prepare & RD_HIDE)
    hide(&shape);
  builder->nodes.size = shape.count;
  return shape.into;
}
