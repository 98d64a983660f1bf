/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * GNU's vectors: `__attribute__((vector_size(n)))`.
 *
 * Without the attribute the type is that of the elements, and `v[i]` has to
 * become `v`, wherever a vector is subscripted: the attribute may be a
 * typedef's, which does not tell who uses it. So all vectors of the text go at
 * once; an initialiser list still fits, since a number takes one too. A size
 * becomes that of a short vector; the values in between are multiples of two
 * and no shorter to write.
 */
#include "../rewrite.h"

/* The size in a vector attribute, or NODE_NONE. */
static uint32_t size_in(const rewriter *r, uint32_t item)
{
  uint32_t name = rewrite_child(r, item, 0);
  uint32_t args = rewrite_child_of_kind(r, item, KIND_ATTRIBUTE);
  if (name == NODE_NONE || args == NODE_NONE ||
      (!rewrite_spells(r, name, "vector_size") &&
       !rewrite_spells(r, name, "__vector_size__")))
    return NODE_NONE;
  return rewrite_child(r, args, 1);
}

static uint32_t vector_size_at(const rewriter *r, uint32_t node)
{
  return rewrite_kind(r, node) == KIND_ATTRIBUTE_ITEM &&
                 rewrite_has_tokens(r, node)
             ? size_in(r, node)
             : NODE_NONE;
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
