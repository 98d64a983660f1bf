/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reading a frozen tree.
 *
 * A tree never changes once it is built; a reduction records its edits
 * separately (edit.h). Nodes are in document order, so a subtree is a run of
 * the array, the first child of an inner node is the next node, and the next
 * sibling follows from the subtree's size. Neither link is stored.
 */
#include "tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void rd_tree_free(rd_tree *tree)
{
  free(tree);
}

uint32_t rd_tree_size(const rd_tree *tree)
{
  return rd_tree_count(tree, RD_SECTION_NODES);
}

const rd_node *rd_tree_at(const rd_tree *tree, uint32_t node)
{
  assert(node < rd_tree_size(tree));
  return rd_tree_nodes(tree) + node;
}

const char *rd_tree_text(const rd_tree *tree, size_t *size_out)
{
  if (size_out)
    *size_out = rd_tree_count(tree, RD_SECTION_TEXT) - 1;
  return rd_tree_section(tree, RD_SECTION_TEXT);
}

uint32_t rd_tree_leaf_count(const rd_tree *tree)
{
  return rd_tree_count(tree, RD_SECTION_LEAVES);
}

uint32_t rd_tree_leaf(const rd_tree *tree, uint32_t index)
{
  assert(index < rd_tree_leaf_count(tree));
  return ((const uint32_t *)rd_tree_section(tree, RD_SECTION_LEAVES))[index];
}

const char *rd_tree_kind_name(const rd_tree *tree, uint16_t kind)
{
  assert(kind < rd_tree_count(tree, RD_SECTION_KINDS));
  const uint32_t *kinds = rd_tree_section(tree, RD_SECTION_KINDS);
  return rd_tree_string(tree, kinds[kind]);
}

uint32_t rd_tree_find_kind(const rd_tree *tree, const char *name)
{
  uint32_t count = rd_tree_count(tree, RD_SECTION_KINDS);
  for (uint32_t kind = 0; kind < count; kind++)
    if (!strcmp(rd_tree_kind_name(tree, (uint16_t)kind), name))
      return kind;
  return RD_NONE;
}

const char *rd_tree_string(const rd_tree *tree, uint32_t string)
{
  assert(string < rd_tree_count(tree, RD_SECTION_STRINGS));
  const rd_tree_string_row *rows = rd_tree_section(tree, RD_SECTION_STRINGS);
  return (const char *)rd_tree_section(tree, RD_SECTION_BYTES) +
         rows[string].offset;
}

uint32_t rd_tree_weight(const rd_tree *tree, uint32_t string)
{
  assert(string < rd_tree_count(tree, RD_SECTION_STRINGS));
  const rd_tree_string_row *rows = rd_tree_section(tree, RD_SECTION_STRINGS);
  return rows[string].weight;
}

uint32_t rd_tree_filler_string(const rd_tree *tree, uint32_t node,
                               uint32_t index)
{
  const rd_node *at = rd_tree_at(tree, node);
  assert(index < at->filler_count);
  const uint32_t *fillers = rd_tree_section(tree, RD_SECTION_FILLERS);
  return fillers[at->fillers + index];
}

const char *rd_tree_filler(const rd_tree *tree, uint32_t node, uint32_t index)
{
  return rd_tree_string(tree, rd_tree_filler_string(tree, node, index));
}

uint32_t rd_tree_first(const rd_tree *tree, uint32_t node)
{
  return rd_tree_at(tree, node)->size > 1 ? node + 1 : RD_NONE;
}

uint32_t rd_tree_next(const rd_tree *tree, uint32_t node)
{
  const rd_node *nodes = rd_tree_nodes(tree);
  assert(node < rd_tree_size(tree));
  uint32_t parent = nodes[node].parent;
  if (parent == RD_NONE)
    return RD_NONE;
  uint32_t next = node + nodes[node].size;
  return next < parent + nodes[parent].size ? next : RD_NONE;
}

bool rd_tree_converts(const rd_tree *tree, uint16_t to, uint16_t from)
{
  if (to == from || !to || !from)
    return true;
  if (to >= tree->classes || from >= tree->classes)
    return false;
  const uint32_t *bits = rd_tree_section(tree, RD_SECTION_CONVERTS);
  bits += (size_t)to * rd_tree_row_words(tree->classes);
  return bits[from / 32] >> (from % 32) & 1;
}

/* ---- symbols ---- */

uint32_t rd_tree_undeclared(const rd_tree *tree)
{
  return tree->undeclared;
}

uint32_t rd_tree_symbol_count(const rd_tree *tree)
{
  return rd_tree_count(tree, RD_SECTION_SYMBOLS);
}

const rd_symbol *rd_tree_symbol(const rd_tree *tree, uint32_t symbol)
{
  assert(symbol < rd_tree_symbol_count(tree));
  return (const rd_symbol *)rd_tree_section(tree, RD_SECTION_SYMBOLS) + symbol;
}

const uint32_t *rd_tree_decls(const rd_tree *tree, uint32_t symbol)
{
  return (const uint32_t *)rd_tree_section(tree, RD_SECTION_DECLS) +
         rd_tree_symbol(tree, symbol)->decls;
}

const rd_use *rd_tree_uses(const rd_tree *tree, uint32_t symbol)
{
  return (const rd_use *)rd_tree_section(tree, RD_SECTION_USES) +
         rd_tree_symbol(tree, symbol)->uses;
}

const uint32_t *rd_tree_needs(const rd_tree *tree, uint32_t symbol)
{
  return (const uint32_t *)rd_tree_section(tree, RD_SECTION_NEEDS) +
         rd_tree_symbol(tree, symbol)->needs;
}

const uint32_t *rd_tree_names(const rd_tree *tree, uint32_t symbol)
{
  return (const uint32_t *)rd_tree_section(tree, RD_SECTION_NAMES) +
         rd_tree_symbol(tree, symbol)->names;
}
