/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Branches between the blocks of a function of LLVM IR.
 *
 * A compiler skips blocks that nothing leads to, but no block can go while
 * something branches to it. So a branch goes, and with it the blocks that only
 * it leads to, those that its block *dominates*: many at once, since what two
 * branches take goes together as well. A branch ends its block, or it keeps one
 * of its targets, or the entry branches past others to a block in the middle. A
 * block that is entered only from the one before it loses the line between the
 * two.
 *
 * A `phi` of a block that stays loses its values for blocks that go.
 */
#include "offers.h"

#include <stdio.h>

typedef struct block {
  uint32_t label;             /* or RD_NONE: the entry may have none */
  uint32_t first, last;       /* instructions */
  uint32_t edges, edge_count; /* of branches.edges */
} block;

typedef struct branches {
  rd_builder *builder;
  const offers *of;
  const uint32_t *numbers; /* of the rules */
  map uses;   /* by symbol, counted from 1: how often it is named */
  map home;   /* by symbol of a label, counted from 1: its block */
  map makers; /* by symbol, counted from 1: the block that defines it */
  ARRAY(block) blocks;   /* of the function at hand; the entry is the first */
  ARRAY(uint32_t) edges; /* leaves that name a label where a block ends */
  ARRAY(uint32_t) work;
  bool *is_live;    /* by block: the entry leads to it */
  bool *is_reached; /* by block: it still does after a cut */
  uint32_t steps;   /* blocks reached, and edits */
} branches;

/* Blocks may dominate each other in a chain: then the rewrites of a function
 * have as many edits as it has pairs of blocks. */
enum { MOST_STEPS = 1 << 22 };

static uint32_t end_of(const branches *self, uint32_t node)
{
  return node + cst_at(self->of->tree, node)->size;
}

static const name *name_at(const branches *self, uint32_t node)
{
  return &self->of->names[node];
}

static uint64_t key_of(const branches *self, uint32_t node)
{
  return (uint64_t)name_at(self, node)->symbol + 1;
}

static bool names_label(const branches *self, uint32_t node)
{
  return name_at(self, node)->role == NAME_USE && name_at(self, node)->is_label;
}

static void count_uses(branches *self)
{
  for (uint32_t i = 0; i < self->of->tree->nodes.size; i++) {
    uint32_t known = map_find(&self->uses, key_of(self, i));
    if (name_at(self, i)->role == NAME_USE)
      map_put(&self->uses, key_of(self, i), known == MAP_NONE ? 1 : known + 1);
  }
}

/* ---- the graph ---- */

static void add_edges(branches *self, block *of)
{
  of->edges = (uint32_t)self->edges.size;
  for (uint32_t i = of->last; i < end_of(self, of->last); i++)
    if (names_label(self, i))
      ARRAY_PUSH(&self->edges, i);
  of->edge_count = (uint32_t)self->edges.size - of->edges;
}

static void find_blocks(branches *self, uint32_t body)
{
  const offers *of = self->of;
  self->blocks.size = self->edges.size = 0;
  for (uint32_t i = body + 1; i < end_of(self, body); i = end_of(self, i)) {
    bool is_label = offers_is(of, i, "label");
    if (of->ids[i] == RD_NONE || !(is_label || offers_is(of, i, "instruction")))
      continue;
    if (is_label || !self->blocks.size)
      ARRAY_PUSH(
          &self->blocks,
          (block){ .label = is_label ? i : RD_NONE, .first = i, .last = i });
    block *last = &self->blocks.data[self->blocks.size - 1];
    last->first = last->first == last->label ? i : last->first;
    last->last = i;
  }
  for (uint32_t i = 0; i < self->blocks.size; i++) {
    block *at = &self->blocks.data[i];
    add_edges(self, at);
    if (at->label != RD_NONE)
      map_put(&self->home, key_of(self, at->label), i);
  }
}

/* Which block an edge leads to, or MAP_NONE. */
static uint32_t target_of(const branches *self, uint32_t leaf)
{
  return map_find(&self->home, key_of(self, leaf));
}

static void reach(branches *self, uint32_t at)
{
  if (at >= self->blocks.size || self->is_reached[at])
    return;
  self->is_reached[at] = true;
  self->steps++;
  ARRAY_PUSH(&self->work, at);
}

/* Finds what is reached if the block `cut` branches to the block `kept` alone;
 * RD_NONE: to nothing. */
static void find_reached(branches *self, uint32_t cut, uint32_t kept)
{
  memset(self->is_reached, 0, self->blocks.size * sizeof *self->is_reached);
  reach(self, 0);
  while (self->work.size) {
    uint32_t at = self->work.data[--self->work.size];
    const block *of = &self->blocks.data[at];
    if (at == cut)
      reach(self, kept);
    for (uint32_t i = 0; at != cut && i < of->edge_count; i++)
      reach(self, target_of(self, self->edges.data[of->edges + i]));
  }
}

/* ---- rewrites ---- */

static void drop(branches *self, uint32_t id)
{
  rd_builder_edit_drop(self->builder, id);
  self->steps++;
}

static void put(branches *self, uint32_t node, const char *text,
                uint32_t weight)
{
  rd_builder_weigh(self->builder, text, weight);
  rd_builder_edit_text(self->builder, self->of->ids[node], text);
  self->steps++;
}

/* Changes what a phi of a block says of those that no longer lead there. Where
 * the block is entered anew, one of these pairs is that of the entry. */
static void fix_pairs(branches *self, uint32_t at, uint32_t cut, bool is_kept,
                      const char *enters)
{
  const block *of = &self->blocks.data[at];
  uint32_t changed = RD_NONE;
  for (uint32_t i = of->first; i < of->last; i++) {
    if (offers_is(self->of, i, "instruction_phi"))
      changed = RD_NONE;
    if (!names_label(self, i))
      continue;
    uint32_t from = target_of(self, i);
    if (from >= self->blocks.size ||
        (self->is_reached[from] && (from != cut || is_kept)))
      continue;
    if (enters && changed == RD_NONE) {
      put(self, i, enters, 1);
      changed = i;
    } else {
      drop(self, self->of->around[i]);
    }
  }
}

/* Puts undef for what is defined in blocks that go. */
static void fix_values(branches *self, const block *of)
{
  for (uint32_t i = of->first; i < end_of(self, of->last); i++) {
    uint32_t from = map_find(&self->makers, key_of(self, i));
    if (name_at(self, i)->role == NAME_USE && from < self->blocks.size &&
        !self->is_reached[from])
      put(self, i, "undef", 1);
  }
}

/* The name of a block, as a branch says it; caller's. */
static char *name_of(const branches *self, uint32_t block_number)
{
  uint32_t label = self->blocks.data[block_number].label;
  const cst_node *at = cst_at(self->of->tree, label);
  return mem_format("%%%.*s", (int)(at->end - at->begin - 1),
                    self->of->text + at->begin);
}

/* Lets the block branch to `kept` alone, or to nothing, and drops the blocks
 * that only its branch leads to. */
static void offer_cut(branches *self, uint32_t effect, uint32_t cut,
                      uint32_t kept)
{
  bool is_past = effect == BRANCH_PAST;
  char *to = kept == RD_NONE ? NULL : name_of(self, kept);
  char *text = to ? mem_format("br label %s", to) : mem_copy("unreachable");
  char *enters = is_past ? name_of(self, cut) : NULL;
  rd_builder_rewrite(self->builder, self->numbers[effect]);
  put(self, self->blocks.data[cut].last, text, to ? 3 : 1);
  find_reached(self, cut, kept);
  for (uint32_t i = 0; i < self->blocks.size; i++) {
    if (self->is_reached[i]) {
      fix_pairs(self, i, cut, i == kept, i == kept ? enters : NULL);
      if (is_past)
        fix_values(self, &self->blocks.data[i]);
    } else if (self->is_live[i]) {
      drop(self, self->of->around[self->blocks.data[i].label]);
    }
  }
  free(to);
  free(text);
  free(enters);
}

/* The value of an `invoke` has its own name. */
static bool has_name(const branches *self, uint32_t instruction)
{
  return offers_is(self->of, instruction + 1, "local_var");
}

static void offer_cuts(branches *self, uint32_t at)
{
  const block *of = &self->blocks.data[at];
  if (!of->edge_count || !self->is_live[at] || has_name(self, of->last))
    return;
  const uint32_t *edges = self->edges.data + of->edges;
  offer_cut(self, BRANCH_ENDS, at, RD_NONE);
  if (of->edge_count < 2)
    return;
  offer_cut(self, BRANCH_FIRST, at, target_of(self, edges[0]));
  offer_cut(self, BRANCH_LAST, at, target_of(self, edges[of->edge_count - 1]));
}

/* Offers to go from the entry to the block in the middle of the others, or of
 * the first half of them, and so on: each answer halves what is left. */
static void offer_past(branches *self)
{
  uint32_t count = (uint32_t)self->blocks.size;
  if (!count || self->blocks.data[0].label == RD_NONE ||
      has_name(self, self->blocks.data[0].last))
    return;
  for (uint32_t at = count - 1; at > 1; at /= 2)
    if (self->is_live[at])
      offer_cut(self, BRANCH_PAST, 0, at);
}

static void find_makers(branches *self)
{
  for (uint32_t i = 0; i < self->blocks.size; i++) {
    const block *of = &self->blocks.data[i];
    for (uint32_t k = of->first; k < end_of(self, of->last); k++)
      if (name_at(self, k)->role == NAME_DEFINITION)
        map_put(&self->makers, key_of(self, k), i);
  }
}

static bool has_phi(const branches *self, const block *at)
{
  for (uint32_t i = at->first; i < end_of(self, at->first); i++)
    if (offers_is(self->of, i, "instruction_phi"))
      return true;
  return false;
}

static void offer_joint(branches *self, const block *before, const block *at)
{
  if (before->edge_count != 1 || has_phi(self, at) ||
      map_find(&self->uses, key_of(self, at->label)) != 1 ||
      target_of(self, self->edges.data[before->edges]) !=
          target_of(self, at->label))
    return;
  rd_builder_rewrite(self->builder, self->numbers[BRANCH_JOINED]);
  drop(self, self->of->ids[before->last]);
  drop(self, self->of->ids[at->label]);
}

/* Nodes that are looked at as fast as one block is reached; a guess. */
enum { NODES_A_STEP = 64 };

/* Names the target of a block that does nothing else wherever the block is named. */
static void offer_through(branches *self, uint32_t body, uint32_t at)
{
  const block *of = &self->blocks.data[at];
  uint32_t to = of->edge_count == 1
                    ? target_of(self, self->edges.data[of->edges])
                    : MAP_NONE;
  if (!self->is_live[at] || of->first != of->last || to == at ||
      to >= self->blocks.size || has_phi(self, &self->blocks.data[to]))
    return;
  uint64_t key = key_of(self, of->label);
  char *text = name_of(self, to);
  rd_builder_rewrite(self->builder, self->numbers[BRANCH_THROUGH]);
  for (uint32_t i = body; i < end_of(self, body); i++)
    if (names_label(self, i) && key_of(self, i) == key &&
        self->of->ids[i] != RD_NONE)
      put(self, i, text, 1);
  self->steps += (end_of(self, body) - body) / NODES_A_STEP;
  drop(self, self->of->around[of->label]);
  free(text);
}

static void visit_function(branches *self, uint32_t body)
{
  find_blocks(self, body);
  find_makers(self);
  self->is_live = mem_alloc(self->blocks.size, sizeof *self->is_live);
  self->is_reached = mem_alloc(self->blocks.size, sizeof *self->is_reached);
  find_reached(self, RD_NONE, RD_NONE);
  memcpy(self->is_live, self->is_reached,
         self->blocks.size * sizeof *self->is_live);
  offer_past(self);
  for (uint32_t i = 0; i < self->blocks.size && self->steps < MOST_STEPS; i++)
    offer_cuts(self, i);
  for (size_t i = 0; i + 1 < self->blocks.size; i++)
    offer_joint(self, &self->blocks.data[i], &self->blocks.data[i + 1]);
  for (uint32_t i = 1; i < self->blocks.size && self->steps < MOST_STEPS; i++)
    offer_through(self, body, i);
  free(self->is_live);
  free(self->is_reached);
}

void branches_offer(rd_builder *builder, const offers *of,
                    const uint32_t numbers[BRANCH_RULES])
{
  branches self = { .builder = builder, .of = of, .numbers = numbers };
  count_uses(&self);
  for (uint32_t i = 0; i < of->tree->nodes.size; i++)
    if (offers_is(of, i, "function_body"))
      visit_function(&self, i);
  map_free(&self.uses);
  map_free(&self.home);
  map_free(&self.makers);
  ARRAY_FREE(&self.blocks);
  ARRAY_FREE(&self.edges);
  ARRAY_FREE(&self.work);
}
