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
 * node *holds* if a live symbol is declared in it or below it: dropping it
 * would drop that symbol too. Parameters and fields keep others alive but are
 * no units, since their removal breaks calls and initialisers.
 *
 * Starting from the roots, symbols become live until no more do; what is used
 * by dead declarations alone stays dead. All above a node that holds holds too,
 * so a use counts as soon as the *gate* of its node, the nearest declaration
 * around it that can be a unit, holds. Each use waits at its gate and each unit
 * at its own declarations, and what waits is woken once: the cost is linear.
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

/* A symbol that becomes live when a node holds. */
struct waiter {
  uint32_t symbol;
  uint32_t next; /* index of the node's next waiter, or RD_NONE */
};

struct graph {
  const rd_tree *tree;
  uint8_t *nodes;    /* flags above, by node */
  bool *live;        /* by symbol */
  uint32_t *gates;   /* by node; RD_NONE: none */
  uint32_t *waiting; /* by node: index of its first waiter, or RD_NONE */
  RD_ARRAY(struct waiter) waiters;
  RD_ARRAY(uint32_t) work; /* live symbols whose declarations are to hold */
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
  if (graph->live[number])
    return;
  graph->live[number] = true;
  RD_PUSH(&graph->work, number);
}

/* A node holds: what waits there becomes live. */
static void hold(struct graph *graph, uint32_t node)
{
  graph->nodes[node] |= HOLDS;
  for (uint32_t i = graph->waiting[node]; i != RD_NONE;
       i = graph->waiters.data[i].next)
    make_live(graph, graph->waiters.data[i].symbol);
}

static void hold_declarations(struct graph *graph, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(graph->tree, number);
  const uint32_t *decls = rd_tree_decls(graph->tree, number);
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    for (uint32_t node = decls[i];
         node != RD_NONE && !(graph->nodes[node] & HOLDS);
         node = rd_tree_at(graph->tree, node)->parent)
      hold(graph, node);
}

static void wait_at(struct graph *graph, uint32_t node, uint32_t number)
{
  struct waiter waiter = { .symbol = number, .next = graph->waiting[node] };
  graph->waiting[node] = (uint32_t)graph->waiters.size;
  RD_PUSH(&graph->waiters, waiter);
}

/* Parents have smaller numbers. */
static void find_gates(struct graph *graph)
{
  for (uint32_t node = 0; node < rd_tree_size(graph->tree); node++) {
    uint32_t parent = rd_tree_at(graph->tree, node)->parent;
    bool inherits = !(graph->nodes[node] & CANDIDATE);
    graph->waiting[node] = RD_NONE;
    graph->gates[node] = node;
    if (inherits)
      graph->gates[node] = parent == RD_NONE ? RD_NONE : graph->gates[parent];
  }
}

static void queue_symbol(struct graph *graph, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(graph->tree, number);
  const uint32_t *decls = rd_tree_decls(graph->tree, number);
  const rd_use *uses = rd_tree_uses(graph->tree, number);
  if (is_root(graph, number))
    make_live(graph, number);
  for (uint32_t i = 0; i < symbol->use_count; i++) {
    uint32_t gate = graph->gates[uses[i].node];
    if (!(graph->nodes[uses[i].node] & SEEN))
      continue;
    if (gate == RD_NONE)
      make_live(graph, number);
    else
      wait_at(graph, gate, number);
  }
  for (uint32_t i = 0; is_unit_kind(symbol) && i < symbol->decl_count; i++)
    wait_at(graph, decls[i], number);
}

static void find_live(struct graph *graph)
{
  find_gates(graph);
  for (uint32_t i = 0; i < rd_tree_symbol_count(graph->tree); i++)
    queue_symbol(graph, i);
  while (graph->work.size > 0)
    hold_declarations(graph, graph->work.data[--graph->work.size]);
}

static void cover(struct graph *graph)
{
  for (uint32_t node = 0; node < rd_tree_size(graph->tree); node++) {
    uint32_t gate = graph->gates[node];
    if (gate != RD_NONE && !(graph->nodes[gate] & HOLDS))
      graph->nodes[node] |= COVERED;
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

/* Would a list that has no text for being empty (the enumerators of an enum) be
 * so without this first element of it? One that cannot go drags down all that
 * are asked for together with it. */
static bool keeps_list(const struct graph *graph, uint32_t element)
{
  uint32_t list = rd_tree_at(graph->tree, element)->parent;
  if (list == RD_NONE || list == 0 ||
      rd_tree_first(graph->tree, list) != element)
    return false;
  const rd_node *at = rd_tree_at(graph->tree, list);
  if (!(at->flags & RD_LIST) || at->phrase != RD_NONE)
    return false;
  for (uint32_t i = element; i != RD_NONE; i = rd_tree_next(graph->tree, i))
    if (graph->nodes[i] & HOLDS)
      return false;
  return true;
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
    if (inside || (graph->nodes[decls[i]] & EMITTED) ||
        keeps_list(graph, decls[i]))
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

static void dispose(struct graph *graph)
{
  free(graph->nodes);
  free(graph->live);
  free(graph->gates);
  free(graph->waiting);
  free(graph->waiters.data);
  free(graph->work.data);
}

void rd_pass_unused(rd_deltas *out, const rd_sight *sight)
{
  struct graph graph = { .tree = rd_config_tree(sight->config) };
  uint32_t count = rd_tree_symbol_count(graph.tree);
  uint32_t size = rd_tree_size(graph.tree);
  if (count == 0)
    return;
  graph.nodes = rd_alloc(size, 1);
  graph.live = rd_alloc(count, sizeof *graph.live);
  graph.gates = rd_alloc(size, sizeof *graph.gates);
  graph.waiting = rd_alloc(size, sizeof *graph.waiting);
  mark_nodes(&graph, sight);
  find_live(&graph);
  cover(&graph);
  for (uint32_t i = 0; i < count; i++) {
    const rd_symbol *symbol = rd_tree_symbol(graph.tree, i);
    if (!graph.live[i] && is_unit_kind(symbol))
      emit(out, sight, &graph, i);
  }
  if (out->list.size > 0)
    qsort(out->list.data, out->list.size, sizeof *out->list.data,
          in_document_order);
  dispose(&graph);
}
