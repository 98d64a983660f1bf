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

#include <stdlib.h>

/* Parts of a definition, and uses, that are worth a test. */
enum { MOST_PARTS = 2, MOST_USES = 8 };

typedef struct inliner {
  rd_builder *builder;
  const offers *of;
  uint32_t leaf; /* the definition's */
  uint32_t top;  /* what goes with it */
  uint32_t uses[MOST_USES];
  size_t use_count;
} inliner;

static uint32_t bytes_of(const inliner *self, uint32_t node)
{
  const cst_node *at = cst_at(self->of->tree, node);
  return at->end - at->begin;
}

/* The largest node around the definition's leaf that goes with it. */
static uint32_t find_top(const inliner *self, uint32_t leaf)
{
  const uint32_t *ids = self->of->ids;
  uint32_t top = leaf, goes = self->of->places[leaf].goes;
  for (uint32_t at = self->of->parent[leaf];
       at && ids[at] != RD_NONE && ids[at] >= goes; at = self->of->parent[at])
    top = at;
  return top;
}

/* The name with its sigil, or that of a member with what stands before it. */
static uint32_t whole_use(const inliner *self, uint32_t leaf)
{
  const cst *tree = self->of->tree;
  uint32_t above = self->of->parent[leaf];
  bool is_last = self->of->names[leaf].is_member &&
                 cst_at(tree, above)->end == cst_at(tree, leaf)->end;
  bool is_whole =
      above && self->of->ids[above] != RD_NONE &&
      (is_last || bytes_of(self, above) <= bytes_of(self, leaf) + 1);
  return is_whole ? above : leaf;
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
        (i >= self->top && i < offers_end(self->of, self->top)))
      return false;
    self->uses[self->use_count++] = whole_use(self, i);
  }
  return self->use_count > 0;
}

/* Is the use what a path of Rust begins with, and the part the name of a type? The
 * grammar has names of another kind there. */
static bool is_path(const inliner *self, uint32_t use, uint32_t part)
{
  uint32_t above = self->of->parent[use];
  return above + 1 == use && offers_is(self->of, above, "scoped_identifier") &&
         offers_is(self->of, part, "type_identifier");
}

static bool is_accepted(const inliner *self, uint32_t part)
{
  if (self->of->ids[part] == RD_NONE)
    return false;
  for (size_t i = 0; i < self->use_count; i++)
    if (!offers_fits(self->of, self->uses[i], part) &&
        !is_path(self, self->uses[i], part))
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
       i < offers_end(self->of, self->top) && count < MOST_PARTS; i = next) {
    bool is_around = self->leaf >= i && self->leaf < offers_end(self->of, i);
    next = i + 1;
    if (is_around || !is_accepted(self, i))
      continue;
    next = offers_end(self->of, i);
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
  inliner self = { .builder = builder, .of = of };
  for (self.leaf = 0; self.leaf < count; self.leaf++) {
    if (!has_value(&of->names[self.leaf]) ||
        of->places[self.leaf].goes == RD_NONE)
      continue;
    self.top = find_top(&self, self.leaf);
    if (find_uses(&self))
      offer_parts(&self, number);
  }
}
