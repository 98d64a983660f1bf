/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Members that are alike, and the dimensions of arrays.
 *
 * Successive members whose declarations differ by name alone become an array
 * of a struct, which keeps its layout, or one member of a union. All uses
 * follow. So a struct of five structs of five structs becomes a chain of
 * structs with one member, which record-to-member (records.c) takes together,
 * and the bounds that it leaves behind each other become their product here.
 *
 * A product that no object can have is not offered; more of the last bounds
 * than fit stay as they are.
 */
#include "declared.h"

#include <inttypes.h>

/* Members from which a shorter text results: `a, b, c` takes one token more
 * than `a[3]`. */
enum { LEAST_ALIKE = 3 };

struct member {
  uint32_t leaf, declarator, field;
};

typedef ARRAY(struct member) members;

/* ---- members ---- */

/* False for a bit-field, a function, and where a mention cannot be changed. */
static bool find_member(struct member *out, const rewriter *r, uint32_t field,
                        uint32_t declarator)
{
  *out = (struct member){ NODE_NONE, declarator, field };
  if (!rewrite_has_tokens(r, declarator))
    return false;
  EACH_BELOW (at, r, declarator) {
    if (rewrite_kind(r, at) == KIND_WIDTH)
      return false;
    if (out->leaf == NODE_NONE && rewrite_kind(r, at) == KIND_DECLARED)
      out->leaf = at;
  }
  return out->leaf != NODE_NONE && rewrite_symbol(r, out->leaf) != FACT_NONE &&
         rewrite_fact(r, rewrite_symbol(r, out->leaf))->kind ==
             RD_SYMBOL_FIELD &&
         !rewrite_is_named_elsewhere(r, rewrite_symbol(r, out->leaf));
}

/* Do the declarators differ by name alone? */
static bool has_same_shape(const rewriter *r, const struct member *a,
                           const struct member *b)
{
  uint32_t name =
      rewrite_at(r, a->leaf)->first - rewrite_at(r, a->declarator)->first;
  uint32_t other =
      rewrite_at(r, b->leaf)->first - rewrite_at(r, b->declarator)->first;
  return name == other &&
         shape_equal_but(r, a->declarator, b->declarator, name);
}

/* Do the fields say the same before their declarators? */
static bool has_same_type(const rewriter *r, uint32_t a, uint32_t b)
{
  uint32_t left = rewrite_at(r, a)->child, right = rewrite_at(r, b)->child;
  while (left != NODE_NONE && right != NODE_NONE &&
         !declared_is_declarators(r, left) &&
         !declared_is_declarators(r, right) && shape_equal(r, left, right)) {
    left = rewrite_at(r, left)->next;
    right = rewrite_at(r, right)->next;
  }
  return left != NODE_NONE && right != NODE_NONE &&
         declared_is_declarators(r, left) && declared_is_declarators(r, right);
}

static bool is_alike(const rewriter *r, const struct member *a,
                     const struct member *b)
{
  return has_same_shape(r, a, b) &&
         (a->field == b->field || has_same_type(r, a->field, b->field));
}

/* Drops member `i` of the run: its field with the last one of it. */
static void drop_member(rewriter *r, const members *run, size_t i)
{
  const struct member *member = &run->data[i];
  bool whole = member->field != run->data[0].field &&
               declared_first(r, member->field) == member->declarator;
  uint32_t at = member->declarator;
  for (; whole && i < run->size && run->data[i].declarator == at; i++)
    at = declared_next(r, at);
  if (whole && at == NODE_NONE)
    rewrite_drop(r, member->field);
  else
    rewrite_drop(r, member->declarator);
}

/* Puts the first member for the whole run. Where that is all that its field
 * declares, the list goes at once, with its separators. */
static void put_first(rewriter *r, const members *run, const char *name)
{
  const struct member *first = run->data;
  uint32_t list = rewrite_at(r, first->declarator)->parent;
  size_t here = 0;
  while (here < run->size && run->data[here].field == first->field)
    here++;
  bool whole = rewrite_kind(r, list) == KIND_DECLARATORS &&
               declared_first(r, first->field) == first->declarator &&
               declared_next(r, run->data[here - 1].declarator) == NODE_NONE;
  if (whole)
    rewrite_text(r, list,
                 rewrite_without(r, first->declarator, first->leaf, name));
  else
    rewrite_text(r, first->leaf, name);
  for (size_t i = whole ? here : 1; i < run->size; i++)
    drop_member(r, run, i);
}

static void offer_run(rewriter *r, const members *run, bool is_union)
{
  if (run->size < (is_union ? 2 : LEAST_ALIKE))
    return;
  const char *name = rewrite_source(r, run->data[0].leaf);
  rewrite_open(r);
  put_first(r, run,
            is_union ? name : rewrite_format(r, "%s[%zu]", name, run->size));
  for (size_t i = 0; i < run->size; i++)
    EACH_MENTION (leaf, r, rewrite_symbol(r, run->data[i].leaf))
      if (rewrite_declares(r, leaf))
        continue;
      else if (is_union)
        rewrite_text(r, leaf, name);
      else
        rewrite_print(r, leaf, "%s[%zu]", name, i);
}

/* Adds a member to the run, or ends the run before it. */
static void take_member(members *run, rewriter *r, uint32_t field,
                        uint32_t declarator, bool is_union)
{
  struct member next;
  bool found = find_member(&next, r, field, declarator);
  if (run->size && !(found && is_alike(r, run->data, &next))) {
    offer_run(r, run, is_union);
    run->size = 0;
  }
  if (found)
    ARRAY_PUSH(run, next);
}

void rewrite_members_to_array(rewriter *r)
{
  members run = { 0 };
  EACH_OF_KIND (fields, r, KIND_FIELDS) {
    uint32_t tag = rewrite_around(r, fields, KIND_TAG);
    bool is_union = rewrite_spells(r, rewrite_child(r, tag, 0), "union");
    EACH_CHILD (field, r, fields)
      for (uint32_t at = declared_first(r, field); at != NODE_NONE;
           at = declared_next(r, at))
        take_member(&run, r, field, at, is_union);
    offer_run(r, &run, is_union);
    run.size = 0;
  }
  ARRAY_FREE(&run);
}

/* ---- dimensions ---- */

/* The last bounds after the first one that have a product: its value and the
 * first of them; NODE_NONE if there are fewer than two. */
static uint32_t find_product(int64_t *product, const rewriter *r,
                             uint32_t first)
{
  uint32_t from = NODE_NONE, last = first;
  size_t count = 0;
  while (rewrite_kind(r, rewrite_at(r, last)->next) == KIND_ARRAY)
    last = rewrite_at(r, last)->next;
  *product = 1;
  for (uint32_t at = last;; at = rewrite_at(r, at)->prev) {
    int64_t bound;
    if (rewrite_tokens(r, at) != 3 ||
        !rewrite_integer(&bound, r, rewrite_child(r, at, 1)) || bound < 1 ||
        *product > INT64_MAX / bound)
      break;
    *product *= bound;
    from = at;
    count++;
    if (at == first)
      break;
  }
  return count > 1 ? from : NODE_NONE;
}

/* Is no element of the array taken? */
static bool is_whole(const rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol) {
    uint32_t access =
        rewrite_declares(r, leaf) ? NODE_NONE : declared_access(r, leaf);
    if (access != NODE_NONE &&
        rewrite_kind(r, rewrite_at(r, access)->parent) == KIND_SUBSCRIPT)
      return false;
  }
  return true;
}

void rewrite_bounds_to_product(rewriter *r)
{
  EACH_OF_KIND (leaf, r, KIND_DECLARED) {
    int64_t product;
    uint32_t first = rewrite_at(r, leaf)->next;
    uint32_t symbol = rewrite_symbol(r, leaf);
    if (rewrite_kind(r, first) != KIND_ARRAY || symbol == FACT_NONE ||
        !is_whole(r, symbol))
      continue;
    uint32_t at = find_product(&product, r, first);
    if (at == NODE_NONE)
      continue;
    rewrite_open(r);
    rewrite_print(r, rewrite_child(r, at, 1), "%" PRId64, product);
    while ((at = rewrite_at(r, at)->next) != NODE_NONE &&
           rewrite_kind(r, at) == KIND_ARRAY)
      rewrite_drop(r, at);
  }
}
