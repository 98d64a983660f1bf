/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * metadata-dropped: all metadata of LLVM IR goes in one test.
 *
 * A text with debug information consists mostly of it, and the parts hold each
 * other: a location needs its function's, which needs the unit's, which has to
 * be listed. If some metadata is needed, as an operand or for the property, its
 * debug information goes alone, and what then has no use goes as other symbols do.
 */
#include "offers.h"

typedef enum metadata_kind {
  METADATA_NONE,
  METADATA_OTHER,
  METADATA_DEBUG,
} metadata_kind;

static bool begins(const offers *of, uint32_t node, const char *with)
{
  const cst_node *at = cst_at(of->tree, node);
  size_t size = strlen(with);
  return at->end - at->begin >= size &&
         memcmp(of->text + at->begin, with, size) == 0;
}

/* Does a leaf in the node begin with that? */
static bool mentions(const offers *of, uint32_t node, const char *with)
{
  bool does = false;
  for (uint32_t i = node; i < offers_end(of, node) && !does; i++)
    does = cst_at(of->tree, i)->size == 1 && begins(of, i, with);
  return does;
}

static metadata_kind kind_of(const offers *of, uint32_t node)
{
  if (begins(of, node, "#dbg_"))
    return METADATA_DEBUG;
  if (offers_is(of, node, "metadata_attachment") ||
      offers_is(of, node, "metadata_refs"))
    return mentions(of, node, "!dbg") ? METADATA_DEBUG : METADATA_OTHER;
  if (offers_is(of, node, "instruction"))
    return mentions(of, node, "@llvm.dbg.") ? METADATA_DEBUG : METADATA_NONE;
  return offers_is(of, node, "global_metadata") ? METADATA_OTHER
                                                : METADATA_NONE;
}

static void drop_all(rd_builder *builder, const offers *of, metadata_kind least,
                     uint32_t number)
{
  bool has = false;
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    uint32_t all = of->places[i].all, id = all != RD_NONE ? all : of->ids[i];
    if (id == RD_NONE || kind_of(of, i) < least)
      continue;
    if (!has)
      rd_builder_rewrite(builder, number);
    rd_builder_edit_drop(builder, id);
    has = true;
  }
}

/* Is metadata the operand of an instruction that stays? */
static bool is_operand(const offers *of)
{
  bool is = false;
  for (uint32_t i = 1; i < of->tree->nodes.size && !is; i++) {
    uint32_t around = i;
    if (cst_at(of->tree, i)->size != 1 || !begins(of, i, "!"))
      continue;
    while (around && kind_of(of, around) == METADATA_NONE)
      around = of->parent[around];
    is = around == 0;
  }
  return is;
}

void metadata_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  if (!is_operand(of))
    drop_all(builder, of, METADATA_OTHER, number);
  drop_all(builder, of, METADATA_DEBUG, number);
}
