/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sites: finding names and lines given by a caller in a tree.
 *
 * A name means each function or variable of the file with that name. A line
 * means the outermost declaration that has a token on it, or, if it has no
 * token, the preceding declaration, since compilers often report what they have
 * just read: the functions and variables that it declares, or a type or concept
 * if it declares none. Namespaces are no such declarations. What declares nothing
 * (a static_assert) is a site itself, with the functions and variables it uses.
 */
#include "sites.h"

#include <stdlib.h>
#include <string.h>

bool rd_symbol_is_global(const rd_symbol *symbol)
{
  return !(symbol->flags & RD_SYMBOL_LOCAL) &&
         (symbol->kind == RD_SYMBOL_FUNCTION ||
          symbol->kind == RD_SYMBOL_VARIABLE);
}

static void add(rd_found_site *site, uint32_t symbol)
{
  for (size_t i = 0; i < site->symbols.size; i++)
    if (site->symbols.data[i] == symbol)
      return;
  ARRAY_PUSH(&site->symbols, symbol);
}

static void find_name(rd_found_site *out, const rd_tree *tree, const char *name)
{
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(tree, i);
    if (rd_symbol_is_global(symbol) &&
        !strcmp(rd_tree_string(tree, symbol->name), name))
      add(out, i);
  }
}

/* ---- lines ---- */

/* The byte offset at which a line begins, or the size of the text. */
static size_t find_line(const rd_tree *tree, uint32_t line)
{
  size_t size, at = 0;
  const char *text = rd_tree_text(tree, &size);
  for (; line > 1 && at < size; line--) {
    const char *end = memchr(text + at, '\n', size - at);
    at = end ? (size_t)(end - text) + 1 : size;
  }
  return at;
}

/* The first leaf that begins at the byte or later. */
static uint32_t find_leaf(const rd_tree *tree, size_t byte)
{
  uint32_t low = 0, high = rd_tree_leaf_count(tree);
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (rd_tree_at(tree, rd_tree_leaf(tree, middle))->begin < byte)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Is it one of the file's, or of a namespace's or class's? */
static bool is_declaration(const rd_symbol *symbol)
{
  return rd_symbol_is_global(symbol) ||
         (!(symbol->flags & RD_SYMBOL_LOCAL) &&
          (symbol->kind == RD_SYMBOL_TAG || symbol->kind == RD_SYMBOL_TYPEDEF ||
           symbol->kind == RD_SYMBOL_CONCEPT));
}

/* The outermost declaration around the leaf, but for namespaces; if there is
 * none, the element of the file or of the innermost namespace. */
static uint32_t outermost(const rd_tree *tree, uint32_t leaf)
{
  enum { DECLARES = 1, IS_NAMESPACE };
  uint32_t found = RD_NONE, element = rd_tree_leaf(tree, leaf);
  uint8_t *marks = mem_alloc(rd_tree_size(tree), 1);
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *symbol = rd_tree_symbol(tree, i);
    bool is_namespace = symbol->kind == RD_SYMBOL_NAMESPACE;
    for (uint32_t j = 0; j < symbol->decl_count; j++)
      if (is_namespace || is_declaration(symbol))
        marks[rd_tree_decls(tree, i)[j]] =
            is_namespace ? IS_NAMESPACE : DECLARES;
  }
  for (uint32_t node = element;
       node != RD_NONE && node != 0 && marks[node] != IS_NAMESPACE;
       node = rd_tree_at(tree, node)->parent) {
    const rd_node *at = rd_tree_at(tree, node);
    if (at->place == RD_ELEMENT || at->parent == 0)
      element = node;
    if (marks[node] == DECLARES)
      found = node;
  }
  free(marks);
  return found == RD_NONE ? element : found;
}

static bool is_declared_in(const rd_tree *tree, uint32_t symbol, uint32_t node)
{
  const uint32_t *decls = rd_tree_decls(tree, symbol);
  uint32_t end = node + rd_tree_at(tree, node)->size;
  for (uint32_t i = 0; i < rd_tree_symbol(tree, symbol)->decl_count; i++)
    if (decls[i] >= node && decls[i] < end)
      return true;
  return false;
}

static bool is_used_in(const rd_tree *tree, uint32_t symbol, uint32_t node)
{
  const rd_use *uses = rd_tree_uses(tree, symbol);
  uint32_t end = node + rd_tree_at(tree, node)->size;
  for (uint32_t i = 0; i < rd_tree_symbol(tree, symbol)->use_count; i++)
    if (uses[i].node >= node && uses[i].node < end)
      return true;
  return false;
}

static void find_at_line(rd_found_site *out, const rd_tree *tree, uint32_t line)
{
  out->begin = find_leaf(tree, find_line(tree, line));
  out->end = line == UINT32_MAX ? out->begin
                                : find_leaf(tree, find_line(tree, line + 1));
  if (out->begin == out->end && out->begin == 0)
    return;
  uint32_t leaf = out->begin == out->end ? out->begin - 1 : out->begin;
  uint32_t node = outermost(tree, leaf);
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++)
    if (rd_symbol_is_global(rd_tree_symbol(tree, i)) &&
        is_declared_in(tree, i, node))
      add(out, i);
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree) && out->symbols.size == 0;
       i++)
    if (is_declaration(rd_tree_symbol(tree, i)) &&
        is_declared_in(tree, i, node))
      add(out, i);
  if (out->symbols.size > 0)
    return;
  ARRAY_PUSH(&out->nodes, node);
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++)
    if (rd_symbol_is_global(rd_tree_symbol(tree, i)) &&
        is_used_in(tree, i, node))
      add(out, i);
}

bool rd_site_find(rd_found_site *out, const rd_tree *tree, const rd_site *site)
{
  *out = (rd_found_site){ 0 };
  if (site->name)
    find_name(out, tree, site->name);
  else if (site->line)
    find_at_line(out, tree, site->line);
  return out->symbols.size > 0 || out->nodes.size > 0;
}

void rd_site_join(rd_found_site *site, const rd_found_site *other)
{
  for (size_t i = 0; i < other->symbols.size; i++)
    add(site, other->symbols.data[i]);
  for (size_t i = 0; i < other->nodes.size; i++)
    ARRAY_PUSH(&site->nodes, other->nodes.data[i]);
}

bool rd_site_choose(rd_found_site *site, const rd_tree *tree,
                    const rd_found_site *at_lines)
{
  bool *stands = mem_alloc(rd_tree_symbol_count(tree), sizeof *stands);
  size_t count = 0;
  for (size_t i = 0; i < at_lines->symbols.size; i++)
    stands[at_lines->symbols.data[i]] = true;
  for (size_t i = 0; i < site->symbols.size; i++)
    if (stands[site->symbols.data[i]])
      site->symbols.data[count++] = site->symbols.data[i];
  free(stands);
  bool is_certain =
      count > 0 || site->symbols.size == 1 || at_lines->symbols.size == 0;
  if (count > 0)
    site->symbols.size = count;
  return is_certain;
}

void rd_site_dispose(rd_found_site *site)
{
  ARRAY_FREE(&site->symbols);
  ARRAY_FREE(&site->nodes);
}
