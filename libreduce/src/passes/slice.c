/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * slice: keeps the place that the property is about, with everything it needs.
 *
 * The caller often knows where the property lies (rd_options.sites): a compiler
 * reports in which function or at which line it died. A slice keeps the
 * declaration there and everything that it needs, and drops all else, so one
 * success removes most of a large text. How much is needed is unknown, so
 * slices are alternatives of one place, the root, the smallest first.
 *
 * A slice *cuts* three kinds of things: the bodies of functions that are not
 * kept (a declaration remains, as in `bodies`), the initial values of global
 * variables, and statements that are not at the line. Then everything that the
 * rest does not need is dropped (liveness.h). The functions that are kept are
 * at most a given number of calls away from the site, down to its callees or up
 * to its callers; a table of functions counts as no step.
 *
 * A slice takes a few walks over the tree; nothing in here is more than linear.
 */
#include "../tree.h"
#include "../liveness.h"
#include "../sites.h"

#include <stdlib.h>
#include <string.h>

/* Sites that count, and those of them that have slices of their own. */
enum { MOST_SLICES = 12, MOST_SITES = 8, MOST_ALONE = 4 };

/* Tokens of fields, with all that only they need, for which a slice without them is
 * tried. */
enum { LARGE = 2000 };

/* Steps from function to function: the largest number tried, and no limit. */
enum { DEEP = 8, FAR = 1 << 30 };

/* The part of the site's own body that is kept. */
typedef enum extent {
  PART_WHOLE,
  PART_UP_TO_LINE,
  PART_LINE,
} extent;

typedef ARRAY(uint32_t) number_list;

struct plan {
  const rd_found_site *site;
  uint32_t callers, callees; /* steps */
  bool initials;             /* values of globals are kept */
  bool fieldless;            /* fields that nothing names go */
  extent part;
};

/* What is known of a node; RD_NONE: there is none. */
struct fact {
  uint32_t body;    /* the outermost body around it */
  uint32_t owner;   /* the function or variable of the file whose declaration
                       contains it */
  uint32_t defines; /* the function whose whole definition it is */
  bool local;       /* it belongs to a local declaration */
  bool cut;         /* it is dropped, or becomes a declaration */
  bool exposed;     /* a child of the root that loses what hides it */
};

struct slicer {
  const rd_sight *sight;
  const rd_tree *tree;
  rd_deltas *out;
  struct fact *facts; /* by node */
  bool *reached;      /* by symbol */
  bool *kept;         /* by symbol: a function whose body stays */
  rd_guarded guarded;
  bool *hidden; /* by symbol: a function that must be exposed to be
                         declared only */
  number_list now, next;
  int64_t tokens; /* of the text */
  bool by_parts;  /* some class has a body that goes by itself */
};

/* ---- the graph ---- */

static bool has_riders(const rd_tree *tree)
{
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++)
    if (rd_tree_symbol(tree, i)->kind == RD_SYMBOL_RIDER)
      return true;
  return false;
}

static bool is_function(const struct slicer *slicer, uint32_t symbol)
{
  return rd_tree_symbol(slicer->tree, symbol)->kind == RD_SYMBOL_FUNCTION;
}

static bool is_body(const rd_node *at)
{
  return (at->flags & RD_BODY) &&
         (at->filler_count > 0 || at->phrase != RD_NONE);
}

/* Notes the function's declaring node above its body, if that node can be
 * dropped. */
static void note_definition(struct slicer *slicer, uint32_t body)
{
  uint32_t above = rd_tree_at(slicer->tree, body)->parent;
  uint32_t owner = slicer->facts[body].owner;
  if (owner == RD_NONE || !is_function(slicer, owner))
    return;
  slicer->hidden[owner] = rd_tree_at(slicer->tree, body)->filler_count > 1;
  if (above != RD_NONE && rd_tree_at(slicer->tree, above)->place != RD_REQUIRED)
    slicer->facts[above].defines = owner;
}

static void map_nodes(struct slicer *slicer)
{
  const rd_tree *tree = slicer->tree;
  uint32_t size = rd_tree_size(tree);
  for (uint32_t i = 0; i < size; i++)
    slicer->facts[i] =
        (struct fact){ .body = RD_NONE, .owner = RD_NONE, .defines = RD_NONE };
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(tree, i);
    for (uint32_t j = 0; j < symbol->decl_count; j++) {
      struct fact *fact = &slicer->facts[rd_tree_decls(tree, i)[j]];
      if (rd_symbol_is_global(symbol))
        fact->owner = i;
      fact->local |= (symbol->flags & RD_SYMBOL_LOCAL) != 0;
    }
  }
  for (uint32_t i = 0; i < size; i++) {
    const rd_node *at = rd_tree_at(tree, i);
    uint32_t above = at->parent;
    if (slicer->facts[i].owner == RD_NONE && above != RD_NONE)
      slicer->facts[i].owner = slicer->facts[above].owner;
    slicer->facts[i].local |= above != RD_NONE && slicer->facts[above].local;
    slicer->facts[i].body =
        above == RD_NONE ? RD_NONE : slicer->facts[above].body;
    if (slicer->facts[i].body == RD_NONE && is_body(at)) {
      slicer->facts[i].body = i;
      note_definition(slicer, i);
    }
  }
}

/* A function is one step away, and whatever uses a type. */
static void reach(struct slicer *slicer, uint32_t symbol, bool is_step)
{
  if (slicer->reached[symbol])
    return;
  slicer->reached[symbol] = true;
  if (is_step || is_function(slicer, symbol))
    ARRAY_PUSH(&slicer->next, symbol);
  else
    ARRAY_PUSH(&slicer->now, symbol);
}

/* All functions of a name; those that are not live matter to nothing. */
static void reach_named(struct slicer *slicer, uint32_t name)
{
  const rd_guarded *guarded = &slicer->guarded;
  for (uint32_t i = guarded->first[name]; i < guarded->first[name + 1]; i++)
    reach(slicer, guarded->symbols[i], false);
}

static void reach_callees(struct slicer *slicer, uint32_t symbol)
{
  const rd_symbol *at = rd_tree_symbol(slicer->tree, symbol);
  const uint32_t *needs = rd_tree_needs(slicer->tree, symbol);
  for (uint32_t i = 0; i < at->need_count; i++)
    reach(slicer, needs[i], false);
  if (at->kind == RD_SYMBOL_NAME)
    reach_named(slicer, symbol);
}

/* What its class alone guards, a constructor, is called where that is used. */
static void reach_callers(struct slicer *slicer, uint32_t symbol)
{
  const rd_symbol *at = rd_tree_symbol(slicer->tree, symbol);
  const rd_use *uses = rd_tree_uses(slicer->tree, symbol);
  if (is_function(slicer, symbol) && at->guard_count == 1)
    reach(slicer, rd_tree_guards(slicer->tree, symbol)[0], false);
  for (uint32_t i = 0; i < at->use_count; i++)
    if (slicer->facts[uses[i].node].owner != RD_NONE)
      reach(slicer, slicer->facts[uses[i].node].owner,
            !rd_symbol_is_global(at));
}

/* Keeps the functions that are at most `steps` steps away from those in `now`,
 * and appends them to `found`. */
static void spread(number_list *found, struct slicer *slicer, uint32_t steps,
                   void (*visit)(struct slicer *slicer, uint32_t symbol))
{
  for (uint32_t step = 0; step <= steps && slicer->now.size > 0; step++) {
    for (size_t i = 0; i < slicer->now.size; i++) {
      uint32_t symbol = slicer->now.data[i];
      slicer->reached[symbol] = true;
      ARRAY_PUSH(found, symbol);
      visit(slicer, symbol);
    }
    number_list swapped = slicer->now;
    slicer->now = slicer->next;
    slicer->next = swapped;
    slicer->next.size = 0;
  }
  slicer->now.size = 0;
}

/* Finds the nodes that stay by themselves, the site and its callers, and marks
 * all functions that keep their bodies. Owner: caller, ARRAY_FREE. */
static number_list find_kept(struct slicer *slicer, const struct plan *plan)
{
  uint32_t count = rd_tree_symbol_count(slicer->tree);
  number_list roots = { 0 }, kept = { 0 };
  memset(slicer->reached, 0, count * sizeof *slicer->reached);
  memset(slicer->kept, 0, count * sizeof *slicer->kept);
  for (size_t i = 0; i < plan->site->symbols.size; i++)
    ARRAY_PUSH(&slicer->now, plan->site->symbols.data[i]);
  spread(&roots, slicer, plan->callers, reach_callers);
  memset(slicer->reached, 0, count * sizeof *slicer->reached);
  for (size_t i = 0; i < roots.size; i++)
    ARRAY_PUSH(&slicer->now, roots.data[i]);
  spread(&kept, slicer, plan->callees, reach_callees);
  for (size_t i = 0; i < kept.size; i++)
    slicer->kept[kept.data[i]] = true;
  ARRAY_FREE(&kept);
  return roots;
}

/* ---- cuts ---- */

/* The child of the root that contains the node. */
static uint32_t top_of(const rd_tree *tree, uint32_t node)
{
  while (node && rd_tree_at(tree, node)->parent)
    node = rd_tree_at(tree, node)->parent;
  return node;
}

/* Lets other files see the symbol. */
static void expose(struct slicer *slicer, uint32_t symbol)
{
  const uint32_t *decls = rd_tree_decls(slicer->tree, symbol);
  uint32_t count = rd_tree_symbol(slicer->tree, symbol)->decl_count;
  for (uint32_t i = 0; i < count; i++)
    slicer->facts[top_of(slicer->tree, decls[i])].exposed = true;
}

/* A function without its body is unknown to the compiler, so what it is called
 * with stays of use. */
static void cut(struct slicer *slicer, rd_liveness *liveness, uint32_t node)
{
  uint32_t owner = slicer->facts[node].owner;
  slicer->facts[node].cut = true;
  rd_liveness_cut(liveness, node);
  if (owner != RD_NONE && slicer->hidden[owner])
    expose(slicer, owner);
}

/* Is the function declared before this definition? Then the definition can
 * go. */
static bool is_declared_before(const struct slicer *slicer, uint32_t symbol,
                               uint32_t node)
{
  uint32_t first = rd_tree_decls(slicer->tree, symbol)[0];
  return first < node && slicer->facts[first].body == RD_NONE;
}

/* Is it a function's whole definition, or its body? */
static bool is_definition(const struct slicer *slicer, uint32_t node)
{
  uint32_t owner = slicer->facts[node].owner,
           whole = slicer->facts[node].defines;
  if (slicer->facts[node].body == node)
    return owner != RD_NONE && is_function(slicer, owner);
  return whole != RD_NONE && is_declared_before(slicer, whole, node);
}

/* Is it called where nothing names it: needed with its class, as a constructor?
 */
static bool is_unnamed(const struct slicer *slicer, uint32_t symbol)
{
  const rd_tree *tree = slicer->tree;
  if (rd_tree_symbol(tree, symbol)->guard_count != 1)
    return false;
  uint32_t guard = *rd_tree_guards(tree, symbol);
  uint32_t kind = rd_tree_symbol(tree, guard)->kind;
  return kind == RD_SYMBOL_TAG || kind == RD_SYMBOL_RIDER;
}

static bool is_cut(const struct slicer *slicer, const struct plan *plan,
                   uint32_t node)
{
  const rd_node *at = rd_tree_at(slicer->tree, node);
  uint32_t owner = slicer->facts[node].owner;
  if (is_definition(slicer, node))
    return !slicer->kept[owner] &&
           !(plan->callees == FAR && is_unnamed(slicer, owner));
  if (!(at->flags & RD_INITIAL) || at->place == RD_REQUIRED ||
      slicer->facts[node].body != RD_NONE || slicer->facts[node].local ||
      plan->initials)
    return false;
  for (size_t i = 0; i < plan->site->symbols.size; i++)
    if (plan->site->symbols.data[i] == owner)
      return false;
  return true;
}

static void cut_parts(struct slicer *slicer, rd_liveness *liveness,
                      const struct plan *plan)
{
  uint32_t size = rd_tree_size(slicer->tree);
  for (uint32_t i = 0; i < size; i++)
    slicer->facts[i].cut = slicer->facts[i].exposed = false;
  for (uint32_t i = 0; i < size;) {
    bool goes = is_cut(slicer, plan, i);
    if (goes)
      cut(slicer, liveness, i);
    i += goes ? rd_tree_at(slicer->tree, i)->size : 1;
  }
}

/* Is it a list without separators between its elements? */
static bool is_plain_list(const rd_tree *tree, uint32_t node)
{
  if (!(rd_tree_at(tree, node)->flags & RD_LIST))
    return false;
  for (uint32_t i = rd_tree_first(tree, node); i != RD_NONE;
       i = rd_tree_next(tree, i))
    if (rd_tree_at(tree, i)->flags & RD_SEPARATOR)
      return false;
  return true;
}

/* Lets the elements beside the path go, or only those after it. */
static void open_list(rd_liveness *liveness, uint32_t list, uint32_t path,
                      extent part)
{
  const rd_tree *tree = liveness->tree;
  if (!is_plain_list(tree, list))
    return;
  for (uint32_t i = rd_tree_first(tree, list); i != RD_NONE;
       i = rd_tree_next(tree, i))
    if (rd_tree_at(tree, i)->place == RD_ELEMENT &&
        (part == PART_LINE || i > path))
      rd_liveness_add_gate(liveness, i);
}

/* Opens the lists between a leaf of the line and the body around it. */
static void open_lists(const struct slicer *slicer, rd_liveness *liveness,
                       uint32_t leaf, extent part)
{
  uint32_t node = rd_tree_leaf(slicer->tree, leaf);
  uint32_t body = slicer->facts[node].body;
  while (body != RD_NONE && node != body) {
    uint32_t parent = rd_tree_at(slicer->tree, node)->parent;
    open_list(liveness, parent, node, part);
    node = parent;
  }
}

/* A statement is located by one of its leaves, so the first and the last leaf
 * of the line suffice. Statements with a part on the line stay. */
static void cut_lines(const struct slicer *slicer, rd_liveness *liveness,
                      const struct plan *plan)
{
  const rd_found_site *site = plan->site;
  if (plan->part == PART_WHOLE || site->begin == site->end)
    return;
  open_lists(slicer, liveness, site->begin, plan->part);
  open_lists(slicer, liveness, site->end - 1, plan->part);
  for (uint32_t i = site->begin; i < site->end; i++)
    rd_liveness_hold(liveness, rd_tree_leaf(slicer->tree, i));
}

/* Nothing goes from the site's own bodies: what no name needs (an object whose
 * constructor is called) may be what matters. */
static void hold_bodies(const struct slicer *slicer, rd_liveness *liveness,
                        const struct plan *plan)
{
  for (size_t i = 0; i < plan->site->symbols.size; i++) {
    uint32_t symbol = plan->site->symbols.data[i];
    const uint32_t *decls = rd_tree_decls(slicer->tree, symbol);
    uint32_t count = rd_tree_symbol(slicer->tree, symbol)->decl_count;
    for (uint32_t j = 0; j < count && is_function(slicer, symbol); j++)
      rd_liveness_close(liveness, decls[j]);
  }
}

/* ---- deltas ---- */

/* The remainder of a cut node: the filler, the phrase, or nothing. */
static rd_edit cut_edit(const struct slicer *slicer, uint32_t node)
{
  const rd_node *at = rd_tree_at(slicer->tree, node);
  if (at->place != RD_REQUIRED)
    return (rd_edit){ .node = node, .op = RD_DROP };
  if (at->filler_count == 0)
    return (rd_edit){ .node = node, .op = RD_PHRASE, .arg = at->phrase };
  uint32_t filler =
      rd_tree_filler_string(slicer->tree, node, at->filler_count > 1);
  return (rd_edit){ .node = node,
                    .op = RD_TEXT,
                    .arg = rd_config_text_of(slicer->sight->config, filler) };
}

/* Is it a word (such as `static`) that hides an exposed symbol? */
static bool is_hiding(const struct slicer *slicer, uint32_t node)
{
  const rd_node *at = rd_tree_at(slicer->tree, node);
  return (at->flags & RD_INTERNAL) && at->place != RD_REQUIRED &&
         slicer->facts[node].body == RD_NONE &&
         slicer->facts[top_of(slicer->tree, node)].exposed;
}

static void add_edits(struct slicer *slicer, const rd_liveness *liveness)
{
  for (uint32_t i = 0; i < rd_tree_size(slicer->tree);) {
    bool goes = rd_liveness_goes(liveness, i);
    slicer->facts[i].cut |= !goes && is_hiding(slicer, i);
    if (!goes && !slicer->facts[i].cut) {
      i++;
      continue;
    }
    rd_edit edit = goes ? rd_liveness_edit(liveness, i) : cut_edit(slicer, i);
    rd_deltas_edit(slicer->out, edit,
                   rd_edit_gain(slicer->sight->config, edit));
    i += rd_tree_at(slicer->tree, i)->size;
  }
}

/* Returns its gain. */
static int64_t add_delta(struct slicer *slicer, const struct plan *plan)
{
  rd_liveness liveness;
  rd_liveness_init(&liveness, slicer->sight);
  rd_liveness_keep_values(&liveness);
  if (plan->fieldless)
    rd_liveness_open_fields(&liveness);
  number_list roots = find_kept(slicer, plan);
  cut_parts(slicer, &liveness, plan);
  rd_liveness_open_file(&liveness);
  if (plan->part == PART_WHOLE)
    hold_bodies(slicer, &liveness, plan);
  cut_lines(slicer, &liveness, plan);
  for (size_t i = 0; i < plan->site->nodes.size; i++)
    rd_liveness_hold(&liveness, plan->site->nodes.data[i]);
  for (size_t i = 0; i < roots.size; i++) {
    rd_liveness_make_live(&liveness, roots.data[i]);
    if (!plan->callers) /* without them, what is hidden would be unused */
      expose(slicer, roots.data[i]);
  }
  rd_liveness_find(&liveness);
  rd_deltas_open(slicer->out, 0);
  add_edits(slicer, &liveness);
  ARRAY_FREE(&roots);
  rd_liveness_dispose(&liveness);
  return slicer->out->list.data[slicer->out->list.size - 1].gain;
}

/* Where classes are dropped by parts, a slice without idle fields comes too, if it
 * has half of the tokens. */
static void add_slice(struct slicer *slicer, struct plan plan)
{
  if (slicer->out->list.size >= MOST_SLICES)
    return;
  int64_t left = slicer->tokens - add_delta(slicer, &plan);
  rd_deltas_settle(slicer->out);
  if (!slicer->by_parts || left < LARGE ||
      slicer->out->list.size >= MOST_SLICES)
    return;
  plan.fieldless = true;
  int64_t less = slicer->tokens - add_delta(slicer, &plan);
  if (less <= left / 2 && less <= left - LARGE)
    rd_deltas_settle(slicer->out);
  else
    rd_deltas_pop(slicer->out);
}

static void dispose(struct slicer *slicer)
{
  free(slicer->facts);
  free(slicer->reached);
  free(slicer->kept);
  rd_guarded_dispose(&slicer->guarded);
  free(slicer->hidden);
  ARRAY_FREE(&slicer->now);
  ARRAY_FREE(&slicer->next);
}

/* ---- the slices ---- */

/* The site, its line first; then more and more of its callees. */
static void add_near(struct slicer *slicer, const rd_found_site *site)
{
  if (site->begin < site->end) {
    add_slice(slicer, (struct plan){ .site = site, .part = PART_LINE });
    add_slice(slicer, (struct plan){
                          .site = site, .part = PART_LINE, .initials = true });
    add_slice(slicer, (struct plan){ .site = site,
                                     .part = PART_UP_TO_LINE,
                                     .initials = true });
  }
  add_slice(slicer, (struct plan){ .site = site });
  add_slice(slicer, (struct plan){ .site = site, .initials = true });
}

static void add_far(struct slicer *slicer, const rd_found_site *site)
{
  struct plan plan = { .site = site, .callees = 1, .initials = true };
  add_slice(slicer, (struct plan){ .site = site, .callees = FAR });
  for (; plan.callees <= DEEP; plan.callees *= 2)
    add_slice(slicer, plan);
  add_slice(slicer,
            (struct plan){ .site = site, .callers = 1, .initials = true });
  plan.callees = FAR;
  add_slice(slicer, plan);
  plan.callers = 1;
  add_slice(slicer, plan);
  plan.callers = FAR;
  add_slice(slicer, plan);
}

/* All sites together come second: what is near to one of them may need another
 * (the use of a template that is instantiated at the end of the file). */
static void add_sites(struct slicer *slicer)
{
  const rd_options *options = slicer->sight->options;
  rd_found_site found[MOST_SITES], all = { 0 }, at_lines = { 0 };
  size_t count = 0;
  for (size_t i = 0; i < options->site_count && count < MOST_SITES; i++) {
    if (!rd_site_find(&found[count], slicer->tree, &options->sites[i]))
      rd_site_dispose(&found[count]);
    else if (found[count].begin < found[count].end)
      rd_site_join(&at_lines, &found[count++]);
    else
      count++;
  }
  for (size_t i = 0; i < count; i++) {
    if (found[i].begin < found[i].end ||
        rd_site_choose(&found[i], slicer->tree, &at_lines))
      rd_site_join(&all, &found[i]);
  }
  for (size_t i = 0; i < count && i < MOST_ALONE; i++) {
    add_near(slicer, &found[i]);
    if (i == 0 && count > 1)
      add_near(slicer, &all);
  }
  for (size_t i = 0; i < count && i < MOST_ALONE; i++)
    add_far(slicer, &found[i]);
  for (size_t i = 0; i < count; i++)
    rd_site_dispose(&found[i]);
  rd_site_dispose(&all);
  rd_site_dispose(&at_lines);
}

static int smallest_first(const void *left, const void *right)
{
  const rd_delta *a = left, *b = right;
  if (a->gain != b->gain)
    return a->gain > b->gain ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

void rd_pass_slice(rd_deltas *out, const rd_sight *sight)
{
  const rd_tree *tree = sight->config->tree;
  uint32_t size = rd_tree_size(tree), symbols = rd_tree_symbol_count(tree);
  if (!sight->options || sight->options->site_count == 0 || symbols == 0 ||
      sight->count == 0 || sight->places[0] != 0)
    return;
  rd_sight whole = *sight;
  uint32_t *places = rd_places_below(&whole.count, sight->config, 0);
  whole.places = places;
  struct slicer slicer = { .sight = &whole, .tree = tree, .out = out };
  slicer.facts = mem_alloc(size, sizeof *slicer.facts);
  slicer.reached = mem_alloc(symbols, sizeof *slicer.reached);
  slicer.kept = mem_alloc(symbols, sizeof *slicer.kept);
  rd_guarded_init(&slicer.guarded, tree);
  slicer.hidden = mem_alloc(symbols, sizeof *slicer.hidden);
  slicer.tokens = rd_view_tokens(sight->config, 0);
  slicer.by_parts = has_riders(tree);
  map_nodes(&slicer);
  add_sites(&slicer);
  if (out->list.size > 0)
    qsort(out->list.data, out->list.size, sizeof *out->list.data,
          smallest_first);
  dispose(&slicer);
  free(places);
}
