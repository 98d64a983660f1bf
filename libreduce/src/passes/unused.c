/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unused: symbols that nothing left needs, so that all of them can go in one
 * test.
 *
 * A symbol is *live* if it is a root or has a use outside all declarations that
 * can go; the rest is dead together, in whatever circles they use each other.
 * Roots are defined functions and variables that other files could see: a
 * compiler generates code for those, so the crash may lie in one (lists and
 * bodies take care of them), while it looks at nothing else that is unused. A
 * node *holds* if a live symbol is declared in it or below it: dropping it would
 * drop that symbol too. Parameters and fields keep others alive but are no
 * units, since their removal breaks calls and initialisers.
 *
 * Starting from the roots, symbols become live until no more do; what is used by
 * dead declarations alone stays dead.
 */
#include "../pass.h"

#include <stdlib.h>

enum {
  SEEN = 1,      /* in the seen tree */
  CANDIDATE = 2, /* declares a symbol that is a unit if it is dead */
  HOLDS = 4,     /* a live symbol is declared here or below */
  COVERED = 8,   /* in a declaration that can go */
  EMITTED = 16,  /* part of a delta */
};

struct graph {
  const rd_tree *tree;
  uint8_t *nodes; /* flags above, by node */
  bool *live;     /* by symbol */
};

static bool is_unit_kind(const rd_symbol *symbol)
{
  return symbol->kind != RD_SYMBOL_PARAMETER && symbol->kind != RD_SYMBOL_FIELD;
}

static bool can_go(const struct graph *graph, uint32_t node)
{
  const rd_node *at = rd_tree_at(graph->tree, node);
  return (graph->nodes[node] & SEEN) && !(at->flags & RD_HIDDEN) &&
         (at->place != RD_REQUIRED || at->phrase != RD_NONE);
}

static bool is_root(const struct graph *graph, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(graph->tree, number);
  const uint32_t *decls = rd_tree_decls(graph->tree, number);
  if (!is_unit_kind(symbol))
    return false;
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    if (!can_go(graph, decls[i]))
      return true;
  bool visible = (symbol->flags & RD_SYMBOL_DEFINED) &&
                 !(symbol->flags & (RD_SYMBOL_LOCAL | RD_SYMBOL_STATIC));
  return visible && (symbol->kind == RD_SYMBOL_FUNCTION ||
                     symbol->kind == RD_SYMBOL_VARIABLE);
}

static void make_live(struct graph *graph, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(graph->tree, number);
  const uint32_t *decls = rd_tree_decls(graph->tree, number);
  graph->live[number] = true;
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    for (uint32_t node = decls[i];
         node != RD_NONE && !(graph->nodes[node] & HOLDS);
         node = rd_tree_at(graph->tree, node)->parent)
      graph->nodes[node] |= HOLDS;
}

/* Parents have smaller numbers, so one round in order suffices. */
static void cover(struct graph *graph)
{
  for (uint32_t node = 0; node < rd_tree_size(graph->tree); node++) {
    uint32_t parent = rd_tree_at(graph->tree, node)->parent;
    bool covered = parent != RD_NONE && (graph->nodes[parent] & COVERED);
    uint8_t here = graph->nodes[node] & (CANDIDATE | HOLDS);
    graph->nodes[node] &= (uint8_t)~COVERED;
    if (covered || here == CANDIDATE)
      graph->nodes[node] |= COVERED;
  }
}

static bool is_needed(const struct graph *graph, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(graph->tree, number);
  const uint32_t *decls = rd_tree_decls(graph->tree, number);
  const rd_use *uses = rd_tree_uses(graph->tree, number);
  for (uint32_t i = 0; i < symbol->use_count; i++)
    if ((graph->nodes[uses[i].node] & (SEEN | COVERED)) == SEEN)
      return true;
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    if (is_unit_kind(symbol) && (graph->nodes[decls[i]] & HOLDS))
      return true;
  return false;
}

static void find_live(struct graph *graph)
{
  uint32_t count = rd_tree_symbol_count(graph->tree);
  for (uint32_t i = 0; i < count; i++)
    if (is_root(graph, i))
      make_live(graph, i);
  for (bool changed = true; changed;) {
    changed = false;
    cover(graph);
    for (uint32_t i = 0; i < count; i++)
      if (!graph->live[i] && is_needed(graph, i)) {
        make_live(graph, i);
        changed = true;
      }
  }
}

static void mark_nodes(struct graph *graph, const rd_sight *sight)
{
  for (size_t i = 0; i < sight->count; i++)
    graph->nodes[sight->places[i]] |= SEEN;
  for (uint32_t i = 0; i < rd_tree_symbol_count(graph->tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(graph->tree, i);
    const uint32_t *decls = rd_tree_decls(graph->tree, i);
    for (uint32_t j = 0; is_unit_kind(symbol) && j < symbol->decl_count; j++)
      graph->nodes[decls[j]] |= CANDIDATE;
  }
}

static void emit(rd_deltas *out, const rd_sight *sight, struct graph *graph,
                 uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(graph->tree, number);
  const uint32_t *decls = rd_tree_decls(graph->tree, number);
  bool open = false;
  for (uint32_t i = 0; i < symbol->decl_count; i++) {
    const rd_node *node = rd_tree_at(graph->tree, decls[i]);
    bool inside =
        node->parent != RD_NONE && (graph->nodes[node->parent] & COVERED);
    if (inside || (graph->nodes[decls[i]] & EMITTED))
      continue;
    graph->nodes[decls[i]] |= EMITTED;
    if (!open)
      rd_deltas_open(out, decls[i]);
    open = true;
    bool drops = node->place != RD_REQUIRED;
    rd_deltas_edit(out,
                   (rd_edit){ .node = decls[i],
                              .op = drops ? RD_DROP : RD_PHRASE,
                              .arg = drops ? 0 : node->phrase },
                   rd_view_tokens(sight->config, decls[i]));
  }
}

static int in_document_order(const void *left, const void *right)
{
  const rd_delta *a = left, *b = right;
  return a->unit < b->unit ? -1 : a->unit > b->unit;
}

void rd_pass_unused(rd_deltas *out, const rd_sight *sight)
{
  struct graph graph = { .tree = rd_config_tree(sight->config) };
  uint32_t count = rd_tree_symbol_count(graph.tree);
  if (count == 0)
    return;
  graph.nodes = rd_alloc(rd_tree_size(graph.tree), 1);
  graph.live = rd_alloc(count, sizeof *graph.live);
  mark_nodes(&graph, sight);
  find_live(&graph);
  for (uint32_t i = 0; i < count; i++) {
    const rd_symbol *symbol = rd_tree_symbol(graph.tree, i);
    if (!graph.live[i] && is_unit_kind(symbol))
      emit(out, sight, &graph, i);
  }
  if (out->list.size > 0)
    qsort(out->list.data, out->list.size, sizeof *out->list.data,
          in_document_order);
  free(graph.nodes);
  free(graph.live);
}
