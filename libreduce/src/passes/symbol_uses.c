/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbol-uses: drops a symbol with all its uses.
 *
 * A declaration cannot be dropped while it is used, and dropping a use alone
 * saves little. Here both are dropped, so the rest still compiles: the
 * declarations go, and each use is edited at the smallest enclosing place that
 * can do without it. That place either has a text of the right type to replace
 * it (for a call the whole call: the name of the function has none) or can be
 * dropped, such as a statement. A place with such a text is not dropped: in a
 * list of values (arguments, initial values) the other values would move. Nor is
 * one of the balanced tokens, of which only the whole means something.
 *
 * A dropped node may declare something else (a variable of the dropped type).
 * That is then dropped with its uses, and so on, up to a bound. Types are not
 * replaced; they are dropped with everything declared by them. Parameters and
 * fields are dropped only with the whole that they belong to: calls and initial
 * values would have to follow, which is better left to a front end. A name that can
 * mean nothing else any more (RD_SYMBOL_NAME) goes with what it meant.
 *
 * A second alternative, dropping the statement of each use in any case, cost
 * more tests than it saved on seven crashes, with the same results.
 */
#include "../declared.h"
#include "../guarded.h"
#include "../liveness.h"
#include "../pass.h"
#include "../tree.h"

#include <stdlib.h>
#include <string.h>

/* Symbols dropped together, and edits; larger deltas are not worth a test. */
enum { MOST_SYMBOLS = 32, MOST_EDITS = 1024 };

struct remover {
  const rd_sight *sight;
  const rd_tree *tree;
  bool *seen;       /* by node */
  uint32_t *active; /* by node: number of symbols declared before it that
                       could be dropped */
  rd_declared declared;
  rd_guarded guarded;
  ARRAY(uint32_t) symbols; /* to be dropped; 0 is the one that it is about */
  ARRAY(rd_edit) edits;
};

static bool is_active(const rd_symbol *symbol)
{
  return rd_liveness_is_unit(symbol) && symbol->kind != RD_SYMBOL_MACRO &&
         symbol->kind != RD_SYMBOL_NAMESPACE && symbol->kind != RD_SYMBOL_RIDER;
}

/* A name that may mean several things is of the kind of the first. */
static bool is_type(const struct remover *remover, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(remover->tree, number);
  while (symbol->kind == RD_SYMBOL_NAME) {
    uint32_t first = remover->guarded.first[number];
    if (first == remover->guarded.first[number + 1])
      return false;
    number = remover->guarded.symbols[first];
    symbol = rd_tree_symbol(remover->tree, number);
  }
  return symbol->kind == RD_SYMBOL_TAG || symbol->kind == RD_SYMBOL_TYPEDEF;
}

static uint32_t end_of(const struct remover *remover, uint32_t node)
{
  return node + rd_tree_at(remover->tree, node)->size;
}

static bool declares_active(const struct remover *remover, uint32_t node)
{
  return remover->active[end_of(remover, node)] > remover->active[node];
}

static bool is_droppable(const struct remover *remover, uint32_t node)
{
  const rd_node *at = rd_tree_at(remover->tree, node);
  bool has_text = at->filler_count > 0 ||
                  (at->place == RD_ELEMENT && at->phrase != RD_NONE);
  return remover->seen[node] && at->place != RD_REQUIRED && !has_text &&
         !(at->flags & (RD_GENERIC | RD_QUALIFIER)) &&
         (!(at->flags & RD_DEFINITION) || declares_active(remover, node));
}

/* Is it the only element of a list that has no text for when it is empty, and that
 * can go with what is around it (`: base`)? */
static bool is_only_element(const struct remover *remover, uint32_t node)
{
  const rd_tree *tree = remover->tree;
  uint32_t list = rd_tree_at(tree, node)->parent, elements = 0;
  if (list == RD_NONE || rd_tree_at(tree, node)->place != RD_ELEMENT)
    return false;
  const rd_node *at = rd_tree_at(tree, list);
  if (!(at->flags & RD_LIST) || at->phrase != RD_NONE ||
      at->parent == RD_NONE || !is_droppable(remover, at->parent))
    return false;
  for (uint32_t i = rd_tree_first(tree, list); i != RD_NONE && elements < 2;
       i = rd_tree_next(tree, i))
    elements += remover->seen[i] && rd_tree_at(tree, i)->place == RD_ELEMENT;
  return elements < 2;
}

static bool can_drop(const struct remover *remover, uint32_t node)
{
  return is_droppable(remover, node) && !is_only_element(remover, node);
}

/* A text that may replace the node and does not contain the name, or
 * RD_NONE. */
static uint32_t find_filler(const struct remover *remover, uint32_t node,
                            const char *name)
{
  for (uint32_t i = 0; i < rd_tree_at(remover->tree, node)->filler_count; i++) {
    uint32_t filler = rd_tree_filler_string(remover->tree, node, i);
    if (!strstr(rd_tree_string(remover->tree, filler), name))
      return filler;
  }
  return RD_NONE;
}

/* ---- edits ---- */

static bool replace(rd_edit *out, const struct remover *remover, uint32_t node,
                    const char *name)
{
  const rd_node *at = rd_tree_at(remover->tree, node);
  uint32_t filler = find_filler(remover, node, name);
  if (!remover->seen[node] || (at->flags & RD_BODY))
    return false;
  if (filler != RD_NONE) {
    uint32_t text = rd_config_text_of(remover->sight->config, filler);
    *out = (rd_edit){ .node = node, .op = RD_TEXT, .arg = text };
    return true;
  }
  if (at->place == RD_OPTIONAL || at->phrase == RD_NONE)
    return false;
  *out = (rd_edit){ .node = node, .op = RD_PHRASE, .arg = at->phrase };
  return true;
}

/* Edits the smallest place around a use that can do without it. */
static bool edit_use(rd_edit *out, const struct remover *remover,
                     uint32_t symbol, uint32_t node)
{
  const char *name = rd_tree_string(
      remover->tree, rd_tree_symbol(remover->tree, symbol)->name);
  bool may = !is_type(remover, symbol);
  for (; node != 0 && node != RD_NONE;
       node = rd_tree_at(remover->tree, node)->parent) {
    if (may && replace(out, remover, node, name))
      return true;
    if (!can_drop(remover, node))
      continue;
    *out = (rd_edit){ .node = node, .op = RD_DROP };
    return true;
  }
  return false;
}

static bool is_in_edits(const struct remover *remover, uint32_t node)
{
  for (size_t i = 0; i < remover->edits.size; i++)
    if (node >= remover->edits.data[i].node &&
        node < end_of(remover, remover->edits.data[i].node))
      return true;
  return false;
}

/* ---- symbols ---- */

static bool is_dropped(const struct remover *remover, uint32_t symbol)
{
  for (size_t i = 0; i < remover->symbols.size; i++)
    if (remover->symbols.data[i] == symbol)
      return true;
  return false;
}

static void add_symbol(struct remover *remover, uint32_t symbol)
{
  if (!is_dropped(remover, symbol))
    ARRAY_PUSH(&remover->symbols, symbol);
}

/* Drops the names by which the symbol alone is meant, or with others that are
 * dropped too. */
static void add_names(struct remover *remover, uint32_t number)
{
  const rd_guarded *guarded = &remover->guarded;
  const uint32_t *guards = rd_tree_guards(remover->tree, number);
  uint32_t count = rd_tree_symbol(remover->tree, number)->guard_count;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = guarded->first[guards[i]],
             end = guarded->first[guards[i] + 1];
    bool is_name =
        rd_tree_symbol(remover->tree, guards[i])->kind == RD_SYMBOL_NAME &&
        end - at <= MOST_SYMBOLS;
    while (is_name && at < end && is_dropped(remover, guarded->symbols[at]))
      at++;
    if (is_name && at == end)
      add_symbol(remover, guards[i]);
  }
}

/* Drops a node, with the symbols that it declares, as long as those are not too many;
 * what uses a rider can do without it, or goes for another reason. */
static void add_edit(struct remover *remover, rd_edit edit)
{
  const rd_declared *declared = &remover->declared;
  uint32_t end = declared->first[end_of(remover, edit.node)];
  ARRAY_PUSH(&remover->edits, edit);
  for (uint32_t i = declared->first[edit.node];
       i < end && remover->symbols.size <= MOST_SYMBOLS; i++) {
    uint32_t symbol = declared->symbols[i];
    if (rd_tree_symbol(remover->tree, symbol)->kind != RD_SYMBOL_RIDER)
      add_symbol(remover, symbol);
  }
}

/* Drops the symbol's declarations. False if one cannot be dropped and is not in
 * a dropped node. */
static bool drop_declarations(struct remover *remover, const rd_symbol *symbol,
                              const uint32_t *decls)
{
  for (uint32_t i = 0; i < symbol->decl_count; i++) {
    rd_edit edit = { .node = decls[i], .op = RD_DROP };
    if (!remover->seen[decls[i]] || is_in_edits(remover, decls[i]))
      continue;
    if (!is_active(symbol) || !is_droppable(remover, decls[i]))
      return false;
    add_edit(remover, edit);
  }
  return true;
}

static bool remove_symbol(struct remover *remover, uint32_t number)
{
  const rd_symbol *symbol = rd_tree_symbol(remover->tree, number);
  const rd_use *uses = rd_tree_uses(remover->tree, number);
  if (!drop_declarations(remover, symbol, rd_tree_decls(remover->tree, number)))
    return false;
  for (uint32_t i = 0; i < symbol->use_count; i++) {
    rd_edit edit;
    if (!remover->seen[uses[i].node] || is_in_edits(remover, uses[i].node))
      continue;
    if (remover->edits.size == MOST_EDITS ||
        !edit_use(&edit, remover, number, uses[i].node))
      return false;
    add_edit(remover, edit);
  }
  add_names(remover, number);
  return true;
}

static bool remove_all(struct remover *remover, uint32_t symbol)
{
  remover->symbols.size = remover->edits.size = 0;
  add_symbol(remover, symbol);
  for (size_t i = 0; i < remover->symbols.size; i++)
    if (i == MOST_SYMBOLS || !remove_symbol(remover, remover->symbols.data[i]))
      return false;
  return remover->edits.size > 0;
}

/* ---- deltas ---- */

static int by_node(const void *left, const void *right)
{
  const rd_edit *a = left, *b = right;
  return a->node < b->node ? -1 : a->node > b->node;
}

/* Of nested edits the outermost counts. */
static void add_delta(rd_deltas *out, struct remover *remover)
{
  uint32_t end = 0, unit = remover->edits.data[0].node;
  qsort(remover->edits.data, remover->edits.size, sizeof *remover->edits.data,
        by_node);
  rd_deltas_open(out, unit);
  for (size_t i = 0; i < remover->edits.size; i++) {
    rd_edit edit = remover->edits.data[i];
    if (edit.node < end)
      continue;
    end = end_of(remover, edit.node);
    rd_deltas_edit(out, edit, rd_edit_gain(remover->sight->config, edit));
  }
}

static void count_active(struct remover *remover)
{
  const rd_declared *declared = &remover->declared;
  for (uint32_t i = 0; i < rd_tree_size(remover->tree); i++) {
    uint32_t count = remover->active[i];
    for (uint32_t j = declared->first[i]; j < declared->first[i + 1]; j++)
      count += is_active(rd_tree_symbol(remover->tree, declared->symbols[j]));
    remover->active[i + 1] = count;
  }
}

void rd_pass_symbol_uses(rd_deltas *out, const rd_sight *sight)
{
  struct remover remover = { .sight = sight, .tree = sight->config->tree };
  uint32_t size = rd_tree_size(remover.tree);
  remover.seen = mem_alloc(size, sizeof *remover.seen);
  remover.active = mem_alloc((size_t)size + 1, sizeof *remover.active);
  for (size_t i = 0; i < sight->count; i++)
    remover.seen[sight->places[i]] = true;
  rd_declared_init(&remover.declared, remover.tree);
  rd_guarded_init(&remover.guarded, remover.tree);
  count_active(&remover);
  for (uint32_t i = 0; i < rd_tree_symbol_count(remover.tree); i++)
    if (is_active(rd_tree_symbol(remover.tree, i)) && remove_all(&remover, i))
      add_delta(out, &remover);
  free(remover.seen);
  free(remover.active);
  rd_declared_dispose(&remover.declared);
  rd_guarded_dispose(&remover.guarded);
  ARRAY_FREE(&remover.symbols);
  ARRAY_FREE(&remover.edits);
}
