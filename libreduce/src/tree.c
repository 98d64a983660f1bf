/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Making and reading a frozen tree.
 *
 * A tree never changes once it is built; a reduction records its edits
 * separately (edit.h). Nodes are in document order, so a subtree is a run of
 * the array, the first child of an inner node is the next node, and the next
 * sibling follows from the subtree's size. Neither link is stored.
 *
 * The block is the tree itself, so a parse server can build it in shared memory
 * without any conversion.
 */
#include "tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- the block ---- */

enum { VERSION = 6, ALIGNMENT = 16 };

static const char magic[8] = "rdtree\n";

static const size_t element_bytes[RD_SECTION_COUNT] = {
  [RD_SECTION_NODES] = sizeof(rd_node),
  [RD_SECTION_LEAVES] = sizeof(uint32_t),
  [RD_SECTION_STRINGS] = sizeof(rd_tree_string_row),
  [RD_SECTION_BYTES] = 1,
  [RD_SECTION_FILLERS] = sizeof(uint32_t),
  [RD_SECTION_SETS] = sizeof(uint32_t),
  [RD_SECTION_KINDS] = sizeof(uint32_t),
  [RD_SECTION_SYMBOLS] = sizeof(rd_symbol),
  [RD_SECTION_DECLS] = sizeof(uint32_t),
  [RD_SECTION_USES] = sizeof(rd_use),
  [RD_SECTION_NEEDS] = sizeof(uint32_t),
  [RD_SECTION_NAMES] = sizeof(uint32_t),
  [RD_SECTION_GUARDS] = sizeof(uint32_t),
  [RD_SECTION_CONVERTS] = sizeof(uint32_t),
  [RD_SECTION_RULES] = sizeof(rd_tree_rule),
  [RD_SECTION_REWRITES] = sizeof(rd_rewrite),
  [RD_SECTION_EDITS] = sizeof(rd_rewrite_edit),
  [RD_SECTION_TEXT] = 1,
};

static uint64_t align(uint64_t offset)
{
  return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

rd_tree *rd_tree_new(const uint64_t counts[RD_SECTION_COUNT])
{
  rd_tree header = { .version = VERSION };
  memcpy(header.magic, magic, sizeof magic);
  uint64_t offset = align(sizeof header);
  for (int i = 0; i < RD_SECTION_COUNT; i++) {
    header.sections[i].offset = offset;
    header.sections[i].count = counts[i];
    offset = align(offset + counts[i] * element_bytes[i]);
  }
  header.size = offset;
  rd_tree *tree = mem_alloc(1, offset);
  *tree = header;
  return tree;
}

const void *rd_tree_image(const rd_tree *tree, size_t *size_out)
{
  *size_out = tree->size;
  return tree;
}

rd_status rd_tree_check_header(const rd_tree *header, size_t size,
                               rd_error *err)
{
  if (memcmp(header->magic, magic, sizeof magic) != 0 ||
      header->version != VERSION)
    return rd_fail(err, RD_ERR_INVALID, "not a tree of this version");
  if (header->size != size)
    return rd_fail(err, RD_ERR_INVALID, "tree image is cut");
  for (int i = 0; i < RD_SECTION_COUNT; i++) {
    uint64_t offset = header->sections[i].offset;
    uint64_t count = header->sections[i].count;
    if (offset % ALIGNMENT || offset < sizeof *header || offset > size ||
        count >= RD_NONE || count * element_bytes[i] > size - offset)
      return rd_fail(err, RD_ERR_INVALID,
                     "section %d leads out of the tree image", i);
  }
  return RD_OK;
}

void rd_tree_free(rd_tree *tree)
{
  free(tree);
}

/* ---- reading ---- */

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
  assert(rows[string].weight != RD_NONE); /* a text, not only a name */
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

bool rd_tree_fits(const rd_tree *tree, uint32_t accepts, uint32_t sorts)
{
  if (!accepts || !sorts)
    return false;
  const uint32_t *sets = rd_tree_section(tree, RD_SECTION_SETS);
  const rd_sort_set *a = (const void *)(sets + accepts - 1);
  const rd_sort_set *b = (const void *)(sets + sorts - 1);
  uint32_t end = a->end < b->end ? a->end : b->end;
  for (uint32_t i = a->begin > b->begin ? a->begin : b->begin; i < end; i++)
    if (a->words[i - a->begin] & b->words[i - b->begin])
      return true;
  return false;
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

const uint32_t *rd_tree_guards(const rd_tree *tree, uint32_t symbol)
{
  return (const uint32_t *)rd_tree_section(tree, RD_SECTION_GUARDS) +
         rd_tree_symbol(tree, symbol)->guards;
}
