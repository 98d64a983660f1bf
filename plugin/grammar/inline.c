/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * name-to-value: puts a part of its definition for each use of a name.
 *
 * Hoisting finds what stands inside of a place, and grafting what is elsewhere
 * and smaller. Neither gets rid of a name that is needed for what it was given:
 * of `c := make(chan int)` and `<-c` remains `<-make(chan int)`. The part may be
 * the value or the type, whatever each use accepts; of nested parts the largest
 * counts. A part that is larger than what it saves is left out, and so are names
 * with several definitions.
 */
#include "offers.h"

#include <ctype.h>
#include <stdlib.h>

/* Parts of a definition, and uses, that are worth a test. */
enum { MOST_PARTS = 2, MOST_USES = 8 };

typedef struct inliner {
  rd_builder *builder;
  const offers *of;
  uint32_t *parent; /* by node */
  uint32_t leaf;    /* the definition's */
  uint32_t top;     /* what goes with it */
  uint32_t uses[MOST_USES];
  size_t use_count;
} inliner;

static uint32_t end_of(const inliner *self, uint32_t node)
{
  return node + cst_at(self->of->tree, node)->size;
}

static uint32_t bytes_of(const inliner *self, uint32_t node)
{
  const cst_node *at = cst_at(self->of->tree, node);
  return at->end - at->begin;
}

static void find_parents(inliner *self)
{
  uint32_t count = (uint32_t)self->of->tree->nodes.size;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t child = i + 1; child < end_of(self, i);
         child = end_of(self, child))
      self->parent[child] = i;
}

/* The largest node around the definition's leaf that goes with it. */
static uint32_t find_top(const inliner *self, uint32_t leaf)
{
  const uint32_t *ids = self->of->ids;
  uint32_t top = leaf, goes = self->of->places[leaf].goes;
  for (uint32_t at = self->parent[leaf];
       at && ids[at] != RD_NONE && ids[at] >= goes; at = self->parent[at])
    top = at;
  return top;
}

/* False: they are too many, or in the definition itself. */
static bool find_uses(inliner *self)
{
  const name *names = self->of->names;
  self->use_count = 0;
  for (uint32_t i = 0; i < self->of->tree->nodes.size; i++) {
    if (i == self->leaf || names[i].role == NAME_NONE ||
        names[i].symbol != names[self->leaf].symbol)
      continue;
    if (names[i].role == NAME_DEFINITION || self->use_count == MOST_USES ||
        self->of->ids[i] == RD_NONE ||
        (i >= self->top && i < end_of(self, self->top)))
      return false;
    self->uses[self->use_count++] = i;
  }
  return self->use_count > 0;
}

/* Does the place of the use accept the part? A name for a name has to be of its
 * kind. */
static bool accepts(const inliner *self, uint32_t use, uint32_t part)
{
  const syntax *lang = self->of->lang;
  const offer_place *to = &self->of->places[use];
  uint32_t own = self->of->places[part].own;
  const cst_node *at = cst_at(self->of->tree, part);
  if (own == RULE_NONE || to->rule == RULE_NONE ||
      (at->size == 1 && isalpha((unsigned char)self->of->text[at->begin]) &&
       at->symbol != cst_at(self->of->tree, use)->symbol))
    return false;
  uint32_t stands_for = plan_symbol(lang->plans, own);
  size_t count;
  const uint16_t *symbols = phrases_accepted(lang->texts, to->rule, &count);
  for (size_t i = 0; i < count; i++)
    if (symbols[i] == stands_for)
      return true;
  return false;
}

static bool is_accepted(const inliner *self, uint32_t part)
{
  if (self->of->ids[part] == RD_NONE)
    return false;
  for (size_t i = 0; i < self->use_count; i++)
    if (!accepts(self, self->uses[i], part))
      return false;
  return true;
}

static bool pays(const inliner *self, uint32_t part)
{
  size_t kept = self->use_count * bytes_of(self, part);
  size_t gone =
      bytes_of(self, self->top) + self->use_count * bytes_of(self, self->leaf);
  return kept < gone;
}

static void offer(const inliner *self, uint32_t number, uint32_t part)
{
  char *text =
      mem_copy_bytes(self->of->text + cst_at(self->of->tree, part)->begin,
                     bytes_of(self, part));
  rd_builder_rewrite(self->builder, number);
  rd_builder_edit_drop(self->builder, self->of->places[self->leaf].goes);
  for (size_t i = 0; i < self->use_count; i++)
    rd_builder_edit_text(self->builder, self->of->ids[self->uses[i]], text);
  free(text);
}

static void offer_parts(const inliner *self, uint32_t number)
{
  size_t count = 0;
  uint32_t next;
  for (uint32_t i = self->top;
       i < end_of(self, self->top) && count < MOST_PARTS; i = next) {
    bool is_around = self->leaf >= i && self->leaf < end_of(self, i);
    next = i + 1;
    if (is_around || !is_accepted(self, i))
      continue;
    next = end_of(self, i);
    count++;
    if (pays(self, i))
      offer(self, number, i);
  }
}

static bool has_value(const name *of)
{
  return of->role == NAME_DEFINITION &&
         (of->kind == RD_SYMBOL_VARIABLE || of->kind == RD_SYMBOL_TYPEDEF);
}

void inline_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  uint32_t count = (uint32_t)of->tree->nodes.size;
  if (!of->lang->has_rules || !rd_builder_wants_rewrites(builder))
    return;
  inliner self = { .builder = builder,
                   .of = of,
                   .parent = mem_alloc(count, sizeof(uint32_t)) };
  find_parents(&self);
  for (self.leaf = 0; self.leaf < count; self.leaf++) {
    if (!has_value(&of->names[self.leaf]) ||
        of->places[self.leaf].goes == RD_NONE)
      continue;
    self.top = find_top(&self, self.leaf);
    if (find_uses(&self))
      offer_parts(&self, number);
  }
  free(self.parent);
}
