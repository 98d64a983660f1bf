/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces an array by one element, an element by its value, reduces its
 * dimensions, or gives it a bound and fewer elements; also GNU vectors.
 *
 * When the first bound of `a` is removed, `a[i]` and `*a` become `a`, and every
 * other use gets `&a`, which is the pointer that it was; an initialiser list
 * becomes its first element. When the last of several bounds is removed, every
 * use must subscript that deep. Parameters written as arrays are pointers and
 * are not considered.
 */
#include <inttypes.h>

#include "declared.h"
#include "entities.h"

static uint32_t first_bound(const rewriter *r, uint32_t leaf)
{
  uint32_t next = rewrite_at(r, leaf)->next;
  return rewrite_kind(r, next) == KIND_ARRAY ? next : NODE_NONE;
}

/* The last bound and the number of bounds. */
static uint32_t last_bound(size_t *count, const rewriter *r, uint32_t leaf)
{
  uint32_t last = NODE_NONE;
  *count = 0;
  for (uint32_t at = first_bound(r, leaf); rewrite_kind(r, at) == KIND_ARRAY;
       at = rewrite_at(r, at)->next) {
    last = at;
    ++*count;
  }
  return last;
}

/* The number of dimensions in each declaration of a variable or member; 0 if it
 * is no array. */
static size_t dimensions_of(const rewriter *r, uint32_t symbol)
{
  uint8_t kind = rewrite_fact(r, symbol)->kind;
  size_t found = 0;
  if (kind != RD_SYMBOL_VARIABLE && kind != RD_SYMBOL_FIELD)
    return 0;
  EACH_MENTION (leaf, r, symbol) {
    declared d;
    size_t bounds;
    if (!rewrite_declares(r, leaf))
      continue;
    if (!declared_find(&d, r, leaf) ||
        last_bound(&bounds, r, leaf) == NODE_NONE || (found && bounds != found))
      return 0;
    found = bounds;
  }
  return found;
}

/* ---- uses ---- */

/* The subscript or dereference whose operand the node is, or
 * NODE_NONE. */
static uint32_t element_of(const rewriter *r, uint32_t node)
{
  uint32_t parent = rewrite_at(r, node)->parent;
  syntax_kind kind = rewrite_kind(r, parent);
  if (kind == KIND_SUBSCRIPT && rewrite_at(r, parent)->child == node)
    return parent;
  return kind == KIND_DEREFERENCE ? parent : NODE_NONE;
}

static bool is_address_operand(const rewriter *r, uint32_t node)
{
  uint32_t parent = rewrite_at(r, node)->parent;
  syntax_kind kind = rewrite_kind(r, parent);
  return kind == KIND_SIZEOF ||
         (kind == KIND_UNARY &&
          rewrite_word(r, rewrite_child(r, parent, 0)) == WORD_AND);
}

/* False if a designator or another non-expression names it. */
static bool can_follow(const rewriter *r, uint32_t symbol)
{
  EACH_MENTION (leaf, r, symbol)
    if (!rewrite_declares(r, leaf) && declared_access(r, leaf) == NODE_NONE)
      return false;
  return true;
}

static void use_element(rewriter *r, uint32_t access)
{
  uint32_t element = element_of(r, access);
  if (element != NODE_NONE)
    rewrite_lift(r, element, access);
  else if (!is_address_operand(r, access))
    rewrite_print(r, access, shape_has_suffix(r, access) ? "(&%s)" : "&%s",
                  rewrite_source(r, access));
}

/* ---- initialisers ---- */

static void use_first_value(rewriter *r, const declared *d)
{
  uint32_t with = rewrite_child_of_kind(r, d->outer, KIND_WITH_VALUE);
  uint32_t braces = rewrite_child_of_kind(r, with, KIND_BRACES);
  if (with == NODE_NONE)
    return;
  uint32_t list = rewrite_child_of_kind(r, braces, KIND_INITIALIZERS);
  uint32_t first = rewrite_child(r, list, 0);
  if (first != NODE_NONE && rewrite_kind(r, first) == KIND_INITIALIZER)
    first = rewrite_child_in_role(r, first, ROLE_INITIAL);
  if (rewrite_has_tokens(r, first))
    rewrite_lift(r, braces, first);
  else
    rewrite_drop(r, with);
}

/* ---- the rules ---- */

void rewrite_array_to_element(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    declared d;
    if (!dimensions_of(r, i) || !can_follow(r, i) ||
        rewrite_is_named_elsewhere(r, i))
      continue;
    rewrite_open(r);
    EACH_MENTION (leaf, r, i)
      if (!rewrite_declares(r, leaf)) {
        use_element(r, declared_access(r, leaf));
      } else if (declared_find(&d, r, leaf)) {
        rewrite_drop(r, first_bound(r, leaf));
        use_first_value(r, &d);
      }
  }
}

/* The subscript of the last dimension, or NODE_NONE if a use does not subscript
 * that deep. */
static uint32_t innermost(const rewriter *r, size_t dimensions, uint32_t leaf)
{
  uint32_t at = declared_access(r, leaf);
  for (size_t i = 0; at != NODE_NONE && i < dimensions; i++) {
    uint32_t parent = rewrite_at(r, at)->parent;
    at = rewrite_kind(r, parent) == KIND_SUBSCRIPT &&
                 rewrite_at(r, parent)->child == at
             ? parent
             : NODE_NONE;
  }
  return at;
}

static bool are_deep(const rewriter *r, uint32_t symbol, size_t dimensions)
{
  EACH_MENTION (leaf, r, symbol)
    if (!rewrite_declares(r, leaf) &&
        innermost(r, dimensions, leaf) == NODE_NONE)
      return false;
  return true;
}

void rewrite_array_dimension(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    size_t dimensions = dimensions_of(r, i), bounds;
    if (dimensions < 2 || !are_deep(r, i, dimensions))
      continue;
    rewrite_open(r);
    EACH_MENTION (leaf, r, i) {
      uint32_t subscript = innermost(r, dimensions, leaf);
      if (rewrite_declares(r, leaf))
        rewrite_drop(r, last_bound(&bounds, r, leaf));
      else
        rewrite_lift(r, subscript, rewrite_child(r, subscript, 0));
    }
  }
}

/* ---- bounds ---- */

/* Keeps the first elements of a list that gave the array its bound. */
static void offer_bound(rewriter *r, uint32_t array, uint32_t list,
                        uint32_t kept)
{
  uint32_t size = entity_count(r, list);
  rewrite_open(r);
  rewrite_print(r, array, "[%" PRIu32 "]", size);
  for (uint32_t i = kept; i < size; i++)
    rewrite_drop(r, entity_element(r, list, i));
}

/* `a[] = {1, 2, 3, 4}` becomes `a[4] = {1}` or `a[4] = {1, 2}`: without a bound an
 * element that goes moves the others. */
void rewrite_array_bounded(rewriter *r)
{
  EACH_OF_KIND (with, r, KIND_WITH_VALUE) {
    uint32_t declarator = rewrite_at(r, with)->parent;
    uint32_t array = rewrite_child_of_kind(r, declarator, KIND_ARRAY);
    uint32_t braces = rewrite_child_of_kind(r, with, KIND_BRACES);
    uint32_t list = rewrite_child_of_kind(r, braces, KIND_INITIALIZERS);
    if (rewrite_kind(r, array) != KIND_ARRAY || rewrite_tokens(r, array) != 2 ||
        rewrite_child_of_kind(r, list, KIND_INITIALIZER) != NODE_NONE)
      continue;
    uint32_t size = entity_count(r, list);
    if (size > 1)
      offer_bound(r, array, list, 1);
    if (size > 3)
      offer_bound(r, array, list, size / 2);
  }
}

/* ---- values ---- */

/* The braces' elements of an array, without designators; NODE_NONE: it has none. */
static uint32_t given_elements(const rewriter *r, uint32_t array)
{
  declared d;
  uint32_t symbol = rewrite_kind(r, array) == KIND_NAME
                        ? rewrite_symbol(r, array)
                        : FACT_NONE;
  uint32_t leaf =
      symbol == FACT_NONE ? NODE_NONE : rewrite_mention(r, symbol, 0);
  if (leaf == NODE_NONE || dimensions_of(r, symbol) != 1 ||
      !declared_find(&d, r, leaf))
    return NODE_NONE;
  uint32_t with = rewrite_child_of_kind(r, d.outer, KIND_WITH_VALUE);
  uint32_t braces = rewrite_child_of_kind(r, with, KIND_BRACES);
  uint32_t list = rewrite_child_of_kind(r, braces, KIND_INITIALIZERS);
  return rewrite_child_of_kind(r, list, KIND_INITIALIZER) == NODE_NONE
             ? list
             : NODE_NONE;
}

/* `a[1]` becomes what `a[] = {3, 7}` gives it, a number. */
void rewrite_element_to_value(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_SUBSCRIPT) {
    int64_t index = 0, number;
    uint32_t list = given_elements(r, rewrite_at(r, node)->child);
    if (list == NODE_NONE || is_address_operand(r, node) ||
        !rewrite_integer(&index, r, rewrite_child(r, node, 2)) || index < 0 ||
        index >= entity_count(r, list))
      continue;
    uint32_t value = entity_element(r, list, (uint32_t)index);
    if (!rewrite_integer(&number, r, value))
      continue;
    rewrite_open(r);
    rewrite_text(r, node, rewrite_source(r, value));
  }
}

/* ---- vectors ---- */

/* The size in a vector attribute, or NODE_NONE. */
static uint32_t vector_size_at(const rewriter *r, uint32_t item)
{
  uint32_t name = rewrite_kind(r, item) == KIND_ATTRIBUTE_ITEM &&
                          rewrite_has_tokens(r, item)
                      ? rewrite_child(r, item, 0)
                      : NODE_NONE;
  bool fits = name != NODE_NONE && (rewrite_spells(r, name, "vector_size") ||
                                    rewrite_spells(r, name, "__vector_size__"));
  uint32_t args = rewrite_child_of_kind(r, item, KIND_ATTRIBUTE);
  return fits ? rewrite_child(r, args, 1) : NODE_NONE;
}

static bool is_vector_element(const rewriter *r, uint32_t node)
{
  if (rewrite_kind(r, node) != KIND_SUBSCRIPT)
    return false;
  const type_fact *type = rewrite_type(r, rewrite_child(r, node, 0));
  return type && type->shape == SHAPE_VECTOR;
}

void rewrite_vector_to_element(rewriter *r)
{
  bool any = false;
  for (uint32_t node = 0; node < rewrite_node_count(r) && !any; node++)
    any = vector_size_at(r, node) != NODE_NONE;
  if (!any)
    return;
  rewrite_open(r);
  EACH_NODE (node, r)
    if (vector_size_at(r, node) != NODE_NONE)
      rewrite_drop(r, rewrite_around(r, node, KIND_ATTRIBUTE));
    else if (is_vector_element(r, node))
      rewrite_lift(r, node, rewrite_child(r, node, 0));
}

void rewrite_vector_size(rewriter *r)
{
  EACH_NODE (node, r) {
    int64_t bytes;
    uint32_t size = vector_size_at(r, node);
    if (size == NODE_NONE)
      continue;
    bool known = rewrite_integer(&bytes, r, size);
    if (known && bytes <= 8)
      continue;
    rewrite_open(r);
    rewrite_text(r, size, "8");
    if (known && bytes <= 16)
      continue;
    rewrite_open(r);
    rewrite_text(r, size, "16");
  }
}
