/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Checks a tree: the invariants of its nodes, and T1 to T3.
 *
 * A block from another process is not trusted: the process parsed inputs that
 * crash compilers, and may have died half-way or run wild. First the header and
 * the section bounds are checked, then every index in the sections. The rest of
 * the library can read a verified block without further checks.
 *
 * The node checks assume only valid section bounds. They visit the nodes once in
 * document order: the required parent of a node follows from the sizes of the
 * nodes before it, which are already verified, so each step up is paid for by
 * one step down. Counts are then summed from the end, children before their
 * parents.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "joint.h"
#include "render.h"
#include "tree.h"

static rd_status fault(rd_error *err, uint32_t node, const char *what)
{
  return rd_fail(err, RD_ERR_INVALID, "node %u: %s", node, what);
}

/* The parent of `node`, derived from the sizes of the nodes before it. */
static uint32_t parent_of(const rd_node *nodes, uint32_t node)
{
  uint32_t parent = node - 1;
  while (parent != RD_NONE && node >= parent + nodes[parent].size)
    parent = nodes[parent].parent;
  return parent;
}

static rd_status check_shape(const rd_tree *tree, rd_error *err)
{
  const rd_node *nodes = rd_tree_nodes(tree);
  uint32_t count = rd_tree_size(tree);
  if (!count || nodes[0].parent != RD_NONE || nodes[0].size != count)
    return fault(err, 0, "is not a root");
  for (uint32_t i = 1; i < count; i++) {
    uint32_t parent = parent_of(nodes, i);
    if (parent == RD_NONE || nodes[i].parent != parent)
      return fault(err, i, "has the wrong parent");
    uint32_t room = parent + nodes[parent].size - i;
    if (!nodes[i].size || nodes[i].size > room)
      return fault(err, i, "does not end inside its parent");
  }
  return RD_OK;
}

/* Leaves: not empty, in order, inside the text, all in the index. */
static rd_status check_leaves(const rd_tree *tree, rd_error *err)
{
  const rd_node *nodes = rd_tree_nodes(tree);
  const uint32_t *index = rd_tree_section(tree, RD_SECTION_LEAVES);
  uint32_t count = rd_tree_size(tree), leaves = rd_tree_leaf_count(tree);
  uint32_t text_size = rd_tree_count(tree, RD_SECTION_TEXT) - 1;
  uint32_t leaf = 0, end = 0;
  bool empty = count == 1 && leaves == 0;
  for (uint32_t i = 0; i < count; i++) {
    if (nodes[i].token != leaf)
      return fault(err, i, "has the wrong first leaf");
    if (nodes[i].size > 1 || empty)
      continue;
    if (leaf >= leaves || index[leaf] != i)
      return fault(err, i, "is not in the index of leaves");
    if (nodes[i].begin < end || nodes[i].end <= nodes[i].begin ||
        nodes[i].end > text_size)
      return fault(err, i, "has a span that is empty or out of order");
    end = nodes[i].end;
    leaf++;
  }
  return leaf == leaves ? RD_OK : fault(err, 0, "lacks leaves of the index");
}

static rd_status check_node_sums(const rd_tree *tree, uint32_t i,
                                 const uint32_t *tokens, rd_error *err)
{
  const rd_node *at = rd_tree_at(tree, i);
  uint32_t after = i + at->size;
  uint32_t end = after < rd_tree_size(tree) ? rd_tree_at(tree, after)->token
                                            : rd_tree_leaf_count(tree);
  if (at->leaves != end - at->token || at->tokens != tokens[i])
    return fault(err, i, "has wrong counts");
  if (!at->leaves)
    return at->begin || at->end ? fault(err, i, "has a wrong span") : RD_OK;
  if (at->begin != rd_tree_at(tree, rd_tree_leaf(tree, at->token))->begin ||
      at->end != rd_tree_at(tree, rd_tree_leaf(tree, end - 1))->end)
    return fault(err, i, "has a wrong span");
  return RD_OK;
}

static rd_status check_sums(const rd_tree *tree, rd_error *err)
{
  const rd_node *nodes = rd_tree_nodes(tree);
  uint32_t count = rd_tree_size(tree);
  uint32_t *tokens = mem_alloc(count, sizeof *tokens);
  for (uint32_t i = count; i-- > 0;) {
    if (nodes[i].size == 1 && rd_tree_leaf_count(tree))
      tokens[i] = nodes[i].flags & RD_COMMENT ? 0 : nodes[i].tokens;
    if (i)
      tokens[nodes[i].parent] += tokens[i];
  }
  rd_status status = RD_OK;
  for (uint32_t i = 0; i < count && !status; i++)
    status = check_node_sums(tree, i, tokens, err);
  free(tokens);
  return status;
}

static rd_status check_nodes(const rd_tree *tree, rd_error *err)
{
  rd_status status = check_shape(tree, err);
  if (!status)
    status = check_leaves(tree, err);
  return status ? status : check_sums(tree, err);
}

/* ---- names ---- */

static bool has_range(const rd_tree *tree, rd_section section, uint32_t first,
                      uint32_t count)
{
  uint32_t all = rd_tree_count(tree, section);
  return first <= all && count <= all - first;
}

/* Are all numbers of the section below `limit`? */
static bool has_numbers(const rd_tree *tree, rd_section section, uint32_t limit)
{
  const uint32_t *numbers = rd_tree_section(tree, section);
  for (uint32_t i = 0; i < rd_tree_count(tree, section); i++)
    if (numbers[i] >= limit)
      return false;
  return true;
}

/* Does the set lie in its section? */
static bool has_sorts(const rd_tree *tree, uint32_t set)
{
  enum { HEAD = sizeof(rd_sort_set) / sizeof(uint32_t) };
  if (!set)
    return true;
  if (!has_range(tree, RD_SECTION_SETS, set - 1, HEAD))
    return false;
  const uint32_t *sets = rd_tree_section(tree, RD_SECTION_SETS);
  const rd_sort_set *at = (const void *)(sets + set - 1);
  return at->begin < at->end &&
         has_range(tree, RD_SECTION_SETS, set - 1 + HEAD, at->end - at->begin);
}

static bool has_node_names(const rd_tree *tree, const rd_node *at)
{
  return (at->phrase == RD_NONE ||
          at->phrase < rd_tree_count(tree, RD_SECTION_STRINGS)) &&
         has_range(tree, RD_SECTION_FILLERS, at->fillers, at->filler_count) &&
         has_sorts(tree, at->sorts) && has_sorts(tree, at->accepts) &&
         at->kind < rd_tree_count(tree, RD_SECTION_KINDS) &&
         at->place <= RD_ELEMENT;
}

static bool has_needs(const rd_tree *tree, uint32_t symbol)
{
  const rd_symbol *at = rd_tree_symbol(tree, symbol);
  const uint32_t *needs = rd_tree_needs(tree, symbol);
  for (uint32_t i = 0; i < at->need_count; i++)
    if (needs[i] == symbol || (i && needs[i] <= needs[i - 1]))
      return false;
  return true;
}

static bool has_symbol_names(const rd_tree *tree, uint32_t symbol)
{
  const rd_symbol *at = rd_tree_symbol(tree, symbol);
  return at->name < rd_tree_count(tree, RD_SECTION_STRINGS) &&
         at->kind < RD_SYMBOL_KINDS &&
         has_range(tree, RD_SECTION_DECLS, at->decls, at->decl_count) &&
         has_range(tree, RD_SECTION_USES, at->uses, at->use_count) &&
         has_range(tree, RD_SECTION_NEEDS, at->needs, at->need_count) &&
         has_range(tree, RD_SECTION_NAMES, at->names, at->name_count) &&
         has_range(tree, RD_SECTION_GUARDS, at->guards, at->guard_count) &&
         has_needs(tree, symbol);
}

static rd_status check_numbers(const rd_tree *tree, rd_error *err)
{
  const rd_tree_string_row *rows = rd_tree_section(tree, RD_SECTION_STRINGS);
  uint32_t room = rd_tree_count(tree, RD_SECTION_STRINGS);
  uint32_t bytes = rd_tree_count(tree, RD_SECTION_BYTES);
  uint32_t nodes = rd_tree_size(tree);
  if (!has_numbers(tree, RD_SECTION_FILLERS, room) ||
      !has_numbers(tree, RD_SECTION_KINDS, room) ||
      !has_numbers(tree, RD_SECTION_DECLS, nodes) ||
      !has_numbers(tree, RD_SECTION_NAMES, nodes) ||
      !has_numbers(tree, RD_SECTION_NEEDS, rd_tree_symbol_count(tree)) ||
      !has_numbers(tree, RD_SECTION_GUARDS, rd_tree_symbol_count(tree)))
    return rd_fail(err, RD_ERR_INVALID, "a number leads out of its section");
  if (tree->monitor > room)
    return rd_fail(err, RD_ERR_INVALID, "no such monitor");
  for (uint32_t i = 0; i < room; i++)
    if (rows[i].offset >= bytes)
      return rd_fail(err, RD_ERR_INVALID, "string %u is wrong", i);
  const rd_use *uses = rd_tree_section(tree, RD_SECTION_USES);
  for (uint32_t i = 0; i < rd_tree_count(tree, RD_SECTION_USES); i++)
    if (uses[i].node >= nodes || uses[i].kind > RD_USE_PART)
      return rd_fail(err, RD_ERR_INVALID, "use %u is wrong", i);
  return RD_OK;
}

static bool has_rewrite_edits(const rd_tree *tree, uint32_t rewrite)
{
  const rd_rewrite *at = rd_tree_rewrite(tree, rewrite);
  if (at->rule >= rd_tree_rule_count(tree) || !at->count ||
      !has_range(tree, RD_SECTION_EDITS, at->first, at->count))
    return false;
  const rd_rewrite_edit *edits = rd_tree_rewrite_edits(tree, rewrite);
  for (uint32_t i = 0; i < at->count; i++) {
    rd_rewrite_edit edit = edits[i];
    if (edit.op > RD_REWRITE_LIFT || edit.node >= rd_tree_size(tree))
      return false;
    uint32_t limit = edit.op == RD_REWRITE_TEXT
                         ? rd_tree_count(tree, RD_SECTION_STRINGS)
                     : edit.op == RD_REWRITE_LIFT
                         ? edit.node + rd_tree_at(tree, edit.node)->size
                         : RD_NONE;
    if (edit.arg >= limit ||
        (edit.op == RD_REWRITE_LIFT && edit.arg <= edit.node))
      return false;
  }
  return true;
}

static rd_status check_rewrites(const rd_tree *tree, rd_error *err)
{
  const rd_tree_rule *rules = rd_tree_section(tree, RD_SECTION_RULES);
  for (uint32_t i = 0; i < rd_tree_rule_count(tree); i++)
    if (rules[i].name >= rd_tree_count(tree, RD_SECTION_STRINGS))
      return rd_fail(err, RD_ERR_INVALID, "rule %u is wrong", i);
  for (uint32_t i = 0; i < rd_tree_rewrite_count(tree); i++)
    if (!has_rewrite_edits(tree, i))
      return rd_fail(err, RD_ERR_INVALID, "rewrite %u is wrong", i);
  return RD_OK;
}

static rd_status check_names(const rd_tree *tree, rd_error *err)
{
  rd_status status = check_numbers(tree, err);
  for (uint32_t i = 0; !status && i < rd_tree_size(tree); i++)
    if (!has_node_names(tree, rd_tree_at(tree, i)))
      status = fault(err, i, "has a field out of its range");
  for (uint32_t i = 0; !status && i < rd_tree_symbol_count(tree); i++)
    if (!has_symbol_names(tree, i))
      status = rd_fail(err, RD_ERR_INVALID, "symbol %u is wrong", i);
  return status ? status : check_rewrites(tree, err);
}

static rd_status check_block(const rd_tree *tree, rd_error *err)
{
  rd_status status = check_nodes(tree, err);
  return status ? status : check_names(tree, err);
}

/* ---- blocks from another process ---- */

/* Checks the sections that must not be empty and must end in a NUL. */
static rd_status check_strings(const rd_tree *tree, rd_error *err)
{
  static const rd_section kept[] = { RD_SECTION_BYTES, RD_SECTION_TEXT };
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    uint32_t count = rd_tree_count(tree, kept[i]);
    const char *bytes = rd_tree_section(tree, kept[i]);
    if (!count || bytes[count - 1])
      return rd_fail(err, RD_ERR_INVALID, "section %d lacks its end", kept[i]);
  }
  uint64_t words = (uint64_t)tree->classes * rd_tree_row_words(tree->classes);
  if (tree->classes > 1024 ||
      tree->sections[RD_SECTION_CONVERTS].count != words)
    return rd_fail(err, RD_ERR_INVALID, "conversions of the wrong size");
  return RD_OK;
}

rd_status rd_tree_from_image(rd_tree **out, const void *image, size_t size,
                             rd_error *err)
{
  if (size < sizeof(rd_tree))
    return rd_fail(err, RD_ERR_INVALID, "tree image is cut");
  rd_tree *tree = (void *)mem_copy_bytes(image, size);
  rd_status status = rd_tree_check_header(tree, size, err);
  if (!status)
    status = check_strings(tree, err);
  if (!status)
    status = check_block(tree, err);
  if (status)
    rd_tree_free(tree);
  else
    *out = tree;
  return status;
}

/* ---- T1, T2 ---- */

static bool is_blank(const rd_lexer *lexer, const char *bytes, uint32_t size)
{
  for (size_t i = 0; i < size;) {
    size_t join =
        rd_is_space(bytes[i]) ? 1 : rd_lexer_join(lexer, bytes + i, size - i);
    if (!join)
      return false;
    i += join;
  }
  return true;
}

/* T2: there is only white space between the leaves. */
static rd_status check_gaps(const rd_tree *tree, const rd_lexer *lexer,
                            rd_error *err)
{
  size_t size;
  const char *text = rd_tree_text(tree, &size);
  uint32_t end = 0, leaves = rd_tree_leaf_count(tree);
  for (uint32_t i = 0; i < leaves; i++) {
    uint32_t node = rd_tree_leaf(tree, i);
    const rd_node *at = rd_tree_at(tree, node);
    if (!is_blank(lexer, text + end, at->begin - end))
      return fault(err, node, "comes after bytes that belong to no leaf");
    end = at->end;
  }
  if (!is_blank(lexer, text + end, (uint32_t)size - end))
    return fault(err, 0, "ends before bytes that belong to no leaf");
  return RD_OK;
}

static rd_status check_rendering(const rd_tree *tree, const rd_lexer *lexer,
                                 rd_error *err)
{
  size_t size, rendered_size;
  const char *text = rd_tree_text(tree, &size);
  rd_config *config = rd_config_new(tree, lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  const char *rendered = rd_renderer_text(renderer, &rendered_size);
  rd_status status = RD_OK;
  if (rendered_size != size || memcmp(rendered, text, size) != 0)
    status = fault(err, 0, "does not render as the text");
  else if (rd_renderer_measure(renderer).tokens != rd_tree_at(tree, 0)->tokens)
    status = fault(err, 0, "renders with another number of tokens");
  rd_renderer_free(renderer);
  rd_config_free(config);
  return status;
}

rd_status rd_tree_check(const rd_tree *tree, const rd_lexer *lexer,
                        rd_error *err)
{
  rd_status status = check_block(tree, err);
  if (!status)
    status = check_gaps(tree, lexer, err);
  return status ? status : check_rendering(tree, lexer, err);
}
