/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Liveness: finds the declarations that some symbols need, and those that
 * nothing needs.
 *
 * A symbol is *live* if a caller marks it or if it has a use outside all
 * removable declarations; the others are dead together, even if they use each
 * other in cycles. A node *holds* if a live symbol is declared in it or below
 * it: dropping it would drop that symbol too. A *gate* is a node that is
 * removed if it does not hold: a declaring node that can go, or a declaration of
 * several things, which is removed as one when all of them are dead. Parameters
 * and fields keep others alive but are not units, because their removal breaks
 * calls and initialisers. A symbol without a use lives when all its guards do.
 * A namespace is declared in many parts; each holds only what is live in it, and
 * one part stays if anything names the namespace.
 *
 * Starting from the initially live symbols, symbols become live until a fixed
 * point; symbols used only by dead declarations stay dead. All ancestors of a
 * node that holds also hold, so a use counts as soon as the nearest gate around
 * it holds. Each use waits at its gate and each unit at its own declarations,
 * and each is woken once: the cost is linear.
 */
#include "liveness.h"

#include <stdlib.h>
#include <string.h>

#include "base/budget.h"

bool rd_liveness_is_unit(const rd_symbol *symbol)
{
  return symbol->kind != RD_SYMBOL_PARAMETER &&
         symbol->kind != RD_SYMBOL_FIELD &&
         symbol->kind != RD_SYMBOL_TEMPLATE_PARAMETER &&
         symbol->kind != RD_SYMBOL_NAME;
}

static bool is_seen(const rd_liveness *liveness, uint32_t node)
{
  return (liveness->nodes[node] & RD_LIVE_SEEN) != 0;
}

static bool can_go(const rd_liveness *liveness, uint32_t node)
{
  const rd_node *at = rd_tree_at(liveness->tree, node);
  return is_seen(liveness, node) && !(at->flags & RD_HIDDEN) &&
         (at->place != RD_REQUIRED || at->phrase != RD_NONE);
}

/* ---- gates ---- */

static void add_declaring_nodes(rd_liveness *liveness, uint32_t number)
{
  const uint32_t *decls = rd_tree_decls(liveness->tree, number);
  for (uint32_t i = 0; i < rd_tree_symbol(liveness->tree, number)->decl_count;
       i++)
    liveness->nodes[decls[i]] |= RD_LIVE_GATE;
}

/* The declaration if the declarator is one of several in it, else RD_NONE. */
static uint32_t find_whole(const rd_liveness *liveness, uint32_t node)
{
  uint32_t list = rd_tree_at(liveness->tree, node)->parent;
  if (list == RD_NONE || rd_tree_at(liveness->tree, node)->place != RD_ELEMENT)
    return RD_NONE;
  uint32_t whole = rd_tree_at(liveness->tree, list)->parent;
  if (whole == RD_NONE ||
      !(rd_tree_at(liveness->tree, whole)->flags & RD_DEFINITION) ||
      rd_tree_at(liveness->tree, whole)->place == RD_REQUIRED)
    return RD_NONE;
  return whole;
}

/* Adds declarations of several things as gates. */
static void add_wholes(rd_liveness *liveness, uint32_t number)
{
  const uint32_t *decls = rd_tree_decls(liveness->tree, number);
  for (uint32_t i = 0; i < rd_tree_symbol(liveness->tree, number)->decl_count;
       i++) {
    uint32_t whole = find_whole(liveness, decls[i]);
    if (whole != RD_NONE)
      liveness->nodes[whole] |= RD_LIVE_GATE;
  }
}

/* Tags have no wholes: they may occur in a parameter or a field, which are not
 * units. */
static void add_gates(rd_liveness *liveness, uint32_t number)
{
  rd_symbol_kind kind = rd_tree_symbol(liveness->tree, number)->kind;
  add_declaring_nodes(liveness, number);
  if (kind == RD_SYMBOL_VARIABLE || kind == RD_SYMBOL_FUNCTION ||
      kind == RD_SYMBOL_TYPEDEF || kind == RD_SYMBOL_FIELD)
    add_wholes(liveness, number);
}

void rd_liveness_init(rd_liveness *liveness, const rd_sight *sight)
{
  *liveness = (rd_liveness){ .tree = sight->config->tree };
  uint32_t size = rd_tree_size(liveness->tree);
  uint32_t count = rd_tree_symbol_count(liveness->tree);
  liveness->nodes = mem_alloc(size, 1);
  liveness->live = mem_alloc(count, sizeof *liveness->live);
  liveness->gates = mem_alloc(size, sizeof *liveness->gates);
  liveness->waiting = mem_alloc(size, sizeof *liveness->waiting);
  for (uint32_t i = 0; i < size; i++)
    liveness->waiting[i] = RD_NONE;
  for (size_t i = 0; i < sight->count; i++)
    liveness->nodes[sight->places[i]] |= RD_LIVE_SEEN;
  rd_guarded_init(&liveness->guarded, liveness->tree);
  liveness->asleep = mem_alloc(count, sizeof *liveness->asleep);
  for (uint32_t i = 0; i < count; i++)
    liveness->asleep[i] = rd_tree_symbol(liveness->tree, i)->guard_count;
  for (uint32_t i = 0; i < count; i++)
    if (rd_liveness_is_unit(rd_tree_symbol(liveness->tree, i)))
      add_gates(liveness, i);
}

void rd_liveness_dispose(rd_liveness *liveness)
{
  free(liveness->nodes);
  free(liveness->live);
  free(liveness->gates);
  free(liveness->waiting);
  free(liveness->asleep);
  rd_guarded_dispose(&liveness->guarded);
  ARRAY_FREE(&liveness->waiters);
  ARRAY_FREE(&liveness->work);
}

void rd_liveness_cut(rd_liveness *liveness, uint32_t node)
{
  uint32_t end = node + rd_tree_at(liveness->tree, node)->size;
  for (uint32_t i = node; i < end; i++)
    liveness->nodes[i] &= (uint8_t)~RD_LIVE_SEEN;
}

void rd_liveness_add_gate(rd_liveness *liveness, uint32_t node)
{
  if (can_go(liveness, node))
    liveness->nodes[node] |= RD_LIVE_GATE;
}

/* Does the element stand in the file, or in a namespace that does? It is of the
 * sort of the namespace, then. */
static bool is_in_file(const rd_liveness *liveness, const bool *stands,
                       uint32_t node)
{
  const rd_node *at = rd_tree_at(liveness->tree, node);
  if (at->parent == RD_NONE || (at->flags & (RD_LINE | RD_COMMENT)))
    return false;
  const rd_node *list = rd_tree_at(liveness->tree, at->parent);
  return list->parent == RD_NONE ||
         ((list->flags & RD_LIST) && stands[list->parent] &&
          rd_tree_fits(liveness->tree, at->sorts,
                       rd_tree_at(liveness->tree, list->parent)->sorts));
}

void rd_liveness_open_file(rd_liveness *liveness)
{
  uint32_t size = rd_tree_size(liveness->tree);
  bool *stands = mem_alloc(size, sizeof *stands);
  for (uint32_t node = 0; node < size; node++) {
    stands[node] = is_in_file(liveness, stands, node);
    if (stands[node])
      rd_liveness_add_gate(liveness, node);
  }
  free(stands);
}

/* Sums of the gates before each node. Owner: caller, free(). */
static uint32_t *count_gates(const rd_liveness *liveness)
{
  uint32_t size = rd_tree_size(liveness->tree);
  uint32_t *sums = mem_alloc((size_t)size + 1, sizeof *sums);
  for (uint32_t i = 0; i < size; i++)
    sums[i + 1] = sums[i] + rd_liveness_is_gate(liveness, i);
  return sums;
}

void rd_liveness_open_namespaces(rd_liveness *liveness)
{
  uint32_t *sums = count_gates(liveness);
  for (uint32_t i = 0; i < rd_tree_symbol_count(liveness->tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(liveness->tree, i);
    const uint32_t *decls = rd_tree_decls(liveness->tree, i);
    if (symbol->kind != RD_SYMBOL_NAMESPACE)
      continue;
    for (uint32_t j = 0; j < symbol->decl_count; j++) {
      uint32_t end = decls[j] + rd_tree_at(liveness->tree, decls[j])->size;
      if (sums[end] > sums[decls[j] + 1])
        liveness->nodes[decls[j]] &= (uint8_t)~RD_LIVE_GATE;
    }
  }
  free(sums);
}

void rd_liveness_keep_values(rd_liveness *liveness)
{
  for (uint32_t i = 0; i < rd_tree_symbol_count(liveness->tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(liveness->tree, i);
    const uint32_t *decls = rd_tree_decls(liveness->tree, i);
    uint32_t count =
        symbol->kind == RD_SYMBOL_ENUMERATOR ? symbol->decl_count : 0;
    for (uint32_t j = 0; j < count; j++)
      liveness->nodes[decls[j]] &= (uint8_t)~RD_LIVE_GATE;
  }
}

void rd_liveness_open_fields(rd_liveness *liveness)
{
  for (uint32_t i = 0; i < rd_tree_symbol_count(liveness->tree); i++)
    if (rd_tree_symbol(liveness->tree, i)->kind == RD_SYMBOL_FIELD)
      add_gates(liveness, i);
}

void rd_liveness_close(rd_liveness *liveness, uint32_t node)
{
  uint32_t end = node + rd_tree_at(liveness->tree, node)->size;
  for (uint32_t i = node + 1; i < end; i++)
    liveness->nodes[i] &= (uint8_t)~RD_LIVE_GATE;
}

void rd_liveness_keep_whole(rd_liveness *liveness, const rd_deltas *deltas)
{
  for (size_t i = 0; i < deltas->edits.size; i++)
    rd_liveness_close(liveness, deltas->edits.data[i].node);
}

/* ---- life ---- */

void rd_liveness_make_live(rd_liveness *liveness, uint32_t symbol)
{
  if (liveness->live[symbol])
    return;
  liveness->live[symbol] = true;
  ARRAY_PUSH(&liveness->work, symbol);
}

void rd_liveness_hold(rd_liveness *liveness, uint32_t node)
{
  for (; node != RD_NONE && !(liveness->nodes[node] & RD_LIVE_HOLDS);
       node = rd_tree_at(liveness->tree, node)->parent) {
    liveness->nodes[node] |= RD_LIVE_HOLDS;
    for (uint32_t i = liveness->waiting[node]; i != RD_NONE;
         i = liveness->waiters.data[i].next)
      rd_liveness_make_live(liveness, liveness->waiters.data[i].symbol);
  }
}

static void hold_declarations(rd_liveness *liveness, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(liveness->tree, number);
  const uint32_t *decls = rd_tree_decls(liveness->tree, number);
  for (uint32_t i = 0; i < symbol->decl_count; i++)
    if (is_seen(liveness, decls[i]))
      rd_liveness_hold(liveness, decls[i]);
}

static void wake_guarded(rd_liveness *liveness, uint32_t number)
{
  const rd_guarded *guarded = &liveness->guarded;
  for (uint32_t i = guarded->first[number]; i < guarded->first[number + 1]; i++)
    if (--liveness->asleep[guarded->symbols[i]] == 0)
      rd_liveness_make_live(liveness, guarded->symbols[i]);
}

/* The symbol wakes when the gate around the node holds: at once if it does, or
 * if there is none. */
static void wake_with(rd_liveness *liveness, uint32_t node, uint32_t number)
{
  uint32_t gate = liveness->gates[node];
  if (!is_seen(liveness, node))
    return;
  if (gate == RD_NONE || (liveness->nodes[gate] & RD_LIVE_HOLDS)) {
    rd_liveness_make_live(liveness, number);
    return;
  }
  rd_waiter waiter = { .symbol = number, .next = liveness->waiting[gate] };
  liveness->waiting[gate] = (uint32_t)liveness->waiters.size;
  ARRAY_PUSH(&liveness->waiters, waiter);
}

static void queue_symbol(rd_liveness *liveness, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(liveness->tree, number);
  const uint32_t *decls = rd_tree_decls(liveness->tree, number);
  const rd_use *uses = rd_tree_uses(liveness->tree, number);
  for (uint32_t i = 0; i < symbol->use_count; i++)
    wake_with(liveness, uses[i].node, number);
  for (uint32_t i = 0; rd_liveness_is_unit(symbol) && i < symbol->decl_count;
       i++)
    wake_with(liveness, decls[i], number);
}

/* Parents have smaller numbers. What cannot be removed goes and stays with what
 * is around it. */
static void find_gates(rd_liveness *liveness)
{
  for (uint32_t node = 0; node < rd_tree_size(liveness->tree); node++) {
    uint32_t parent = rd_tree_at(liveness->tree, node)->parent;
    liveness->gates[node] = node;
    if (!rd_liveness_is_gate(liveness, node))
      liveness->gates[node] =
          parent == RD_NONE ? RD_NONE : liveness->gates[parent];
  }
}

static void cover(rd_liveness *liveness)
{
  for (uint32_t node = 0; node < rd_tree_size(liveness->tree); node++) {
    uint32_t gate = liveness->gates[node];
    if (gate != RD_NONE && !(liveness->nodes[gate] & RD_LIVE_HOLDS))
      liveness->nodes[node] |= RD_LIVE_COVERED;
  }
}

/* ---- lists that cannot be empty ---- */

static bool is_going(const rd_liveness *liveness, uint32_t node)
{
  return rd_liveness_is_gate(liveness, node) &&
         !(liveness->nodes[node] & RD_LIVE_HOLDS);
}

/* The first element of a list whose elements all go, although it has no phrase
 * for that; RD_NONE: of no such list. */
static uint32_t find_kept(const rd_liveness *liveness, uint32_t list)
{
  const rd_node *at = rd_tree_at(liveness->tree, list);
  uint32_t kept = RD_NONE;
  if (list == 0 || !(at->flags & RD_LIST) || at->phrase != RD_NONE ||
      !is_seen(liveness, list))
    return RD_NONE;
  for (uint32_t child = rd_tree_first(liveness->tree, list); child != RD_NONE;
       child = rd_tree_next(liveness->tree, child)) {
    const rd_node *element = rd_tree_at(liveness->tree, child);
    if (element->flags & (RD_PUNCT | RD_COMMENT) ||
        (element->place == RD_OPTIONAL && element->size == 1))
      continue;
    if (!is_going(liveness, child))
      return RD_NONE;
    if (kept == RD_NONE)
      kept = child;
  }
  return kept;
}

/* Keeps the first element of each such list (the enumerators of an enum) in
 * nodes that stay. A removal that breaks the text would make all removals tried
 * together with it fail. What is kept was going and holds now, so there are
 * fewer rounds than nodes. */
static bool keep_lists(rd_liveness *liveness)
{
  bool found = false;
  for (uint32_t i = 0; i < rd_tree_size(liveness->tree); i++) {
    uint32_t gate = liveness->gates[i];
    bool stays =
        gate == RD_NONE || (liveness->nodes[gate] & RD_LIVE_HOLDS) != 0;
    uint32_t kept = stays ? find_kept(liveness, i) : RD_NONE;
    if (kept == RD_NONE)
      continue;
    rd_liveness_hold(liveness, kept);
    found = true;
  }
  return found;
}

static void work(rd_liveness *liveness)
{
  while (liveness->work.size > 0) {
    uint32_t number = liveness->work.data[--liveness->work.size];
    if (rd_tree_symbol(liveness->tree, number)->kind != RD_SYMBOL_NAMESPACE)
      hold_declarations(liveness, number);
    wake_guarded(liveness, number);
  }
}

/* The first part of the namespace, if it is named and no part holds; otherwise
 * RD_NONE. */
static uint32_t find_part(const rd_liveness *liveness, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(liveness->tree, number);
  const uint32_t *decls = rd_tree_decls(liveness->tree, number);
  uint32_t part = RD_NONE;
  if (symbol->kind != RD_SYMBOL_NAMESPACE || !liveness->live[number])
    return RD_NONE;
  for (uint32_t i = symbol->decl_count; i-- > 0;) {
    if (liveness->nodes[decls[i]] & RD_LIVE_HOLDS)
      return RD_NONE;
    if (is_seen(liveness, decls[i]))
      part = decls[i];
  }
  return part;
}

static bool keep_parts(rd_liveness *liveness)
{
  bool found = false;
  for (uint32_t i = 0; i < rd_tree_symbol_count(liveness->tree); i++) {
    uint32_t part = find_part(liveness, i);
    if (part == RD_NONE)
      continue;
    rd_liveness_hold(liveness, part);
    found = true;
  }
  return found;
}

void rd_liveness_find(rd_liveness *liveness)
{
  uint64_t rounds = rd_tree_size(liveness->tree);
  find_gates(liveness);
  for (uint32_t i = 0; i < rd_tree_symbol_count(liveness->tree); i++)
    queue_symbol(liveness, i);
  do
    work(liveness);
  while ((keep_lists(liveness) || keep_parts(liveness)) &&
         budget_take(&rounds));
  cover(liveness);
}

void rd_liveness_edit_out(rd_liveness *liveness, const rd_edit *edit)
{
  uint32_t size =
      edit->op == RD_LIFT ? rd_tree_at(liveness->tree, edit->arg)->size : 0;
  uint8_t *kept = mem_alloc(size + 1, 1);
  if (size)
    memcpy(kept, liveness->nodes + edit->arg, size);
  rd_liveness_cut(liveness, edit->node);
  if (size)
    memcpy(liveness->nodes + edit->arg, kept, size);
  free(kept);
}

static bool is_visible(const rd_symbol *symbol)
{
  return (symbol->flags & RD_SYMBOL_DEFINED) &&
         !(symbol->flags & (RD_SYMBOL_LOCAL | RD_SYMBOL_STATIC)) &&
         (symbol->kind == RD_SYMBOL_FUNCTION ||
          symbol->kind == RD_SYMBOL_VARIABLE);
}

void rd_liveness_init_unused(rd_liveness *liveness, const rd_sight *sight)
{
  rd_liveness_init(liveness, sight);
  rd_liveness_open_namespaces(liveness);
  for (uint32_t i = 0; i < rd_tree_symbol_count(liveness->tree); i++)
    if (is_visible(rd_tree_symbol(liveness->tree, i)))
      rd_liveness_make_live(liveness, i);
}

/* ---- what goes ---- */

bool rd_liveness_is_gate(const rd_liveness *liveness, uint32_t node)
{
  return (liveness->nodes[node] & RD_LIVE_GATE) && can_go(liveness, node);
}

bool rd_liveness_goes(const rd_liveness *liveness, uint32_t node)
{
  uint32_t parent = rd_tree_at(liveness->tree, node)->parent;
  bool inside =
      parent != RD_NONE && (liveness->nodes[parent] & RD_LIVE_COVERED);
  return liveness->gates[node] == node &&
         (liveness->nodes[node] & RD_LIVE_COVERED) && !inside;
}

void rd_liveness_keep(bool *stays_out, rd_liveness *liveness,
                      const rd_deltas *deltas, const uint32_t *seeds,
                      size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const rd_delta *delta = &deltas->list.data[seeds[i]];
    for (uint32_t j = 0; j < delta->count; j++) {
      uint32_t node = deltas->edits.data[delta->begin + j].node;
      if (is_seen(liveness, node))
        rd_liveness_hold(liveness, node);
    }
  }
  rd_liveness_find(liveness);
  for (size_t i = 0; i < deltas->list.size; i++) {
    const rd_delta *delta = &deltas->list.data[i];
    stays_out[i] = false;
    for (uint32_t j = 0; j < delta->count; j++) {
      uint32_t node = deltas->edits.data[delta->begin + j].node;
      stays_out[i] |= (liveness->nodes[node] & RD_LIVE_HOLDS) != 0;
    }
  }
}

rd_edit rd_liveness_edit(const rd_liveness *liveness, uint32_t node)
{
  const rd_node *at = rd_tree_at(liveness->tree, node);
  bool drops = at->place != RD_REQUIRED;
  return (rd_edit){ .node = node,
                    .op = drops ? RD_DROP : RD_PHRASE,
                    .arg = drops ? 0 : at->phrase };
}
