/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Names behind the name of a type and `::`.
 *
 * `new` of Rust is mostly defined for several types of a text. Scopes do not tell which
 * one `Shape::new` is, since it is used outside of each: the name before it does. What
 * an impl of a trait defines belongs to the trait instead.
 */
#include "qualified.h"

#include <string.h>

static bool is(const syntax *lang, const cst *tree, uint32_t node,
               const char *type)
{
  return strcmp(syntax_name(lang, cst_at(tree, node)), type) == 0;
}

/* The first or last leaf of a name in [from, end), or RD_NONE. */
static uint32_t name_in(const syntax *lang, const cst *tree, uint32_t from,
                        uint32_t end, bool is_last)
{
  uint32_t found = RD_NONE;
  for (uint32_t i = from; i < end; i++) {
    const char *type = syntax_name(lang, cst_at(tree, i));
    bool is_name = cst_at(tree, i)->size == 1 && strstr(type, "identifier");
    if (is_name && (is_last || found == RD_NONE))
      found = i;
  }
  return found;
}

/* The first leaf of a name in that field of the node, or RD_NONE. */
static uint32_t name_in_field(const syntax *lang, const cst *tree,
                              uint32_t node, const char *field)
{
  for (uint32_t i = node + 1; i < node + cst_at(tree, node)->size;
       i += cst_at(tree, i)->size)
    if (strcmp(syntax_field(lang, cst_at(tree, i)), field) == 0)
      return name_in(lang, tree, i, i + cst_at(tree, i)->size, false);
  return RD_NONE;
}

uint32_t qualified_home(const syntax *lang, const cst *tree,
                        const uint32_t *parent, uint32_t leaf)
{
  uint32_t item = parent[parent[parent[leaf]]];
  if (is(lang, tree, item, "enum_item"))
    return name_in_field(lang, tree, item, "name");
  if (!is(lang, tree, item, "impl_item") ||
      syntax_child(lang, tree, item, item + 1, "for") != RD_NONE)
    return RD_NONE;
  return name_in_field(lang, tree, item, "type");
}

bool qualified_is_of_trait(const syntax *lang, const cst *tree,
                           const uint32_t *parent, uint32_t leaf)
{
  uint32_t list = parent[parent[leaf]], around = parent[list];
  return is(lang, tree, list, "declaration_list") &&
         (syntax_child(lang, tree, around, around + 1, "trait") != RD_NONE ||
          syntax_child(lang, tree, around, around + 1, "for") != RD_NONE);
}

uint32_t qualified_type(const syntax *lang, const cst *tree,
                        const uint32_t *parent, const char *text, uint32_t leaf)
{
  uint32_t path = parent[leaf], end = path + 1 + cst_at(tree, path + 1)->size;
  if (!is(lang, tree, path, "scoped_identifier") || end > leaf)
    return RD_NONE;
  bool is_scoped = is(lang, tree, path + 1, "scoped_identifier");
  uint32_t found = name_in(lang, tree, path + 1, end, is_scoped);
  if (found == RD_NONE)
    return RD_NONE;
  const cst_node *at = cst_at(tree, found);
  bool is_own =
      at->end - at->begin == 4 && !memcmp(text + at->begin, "Self", 4);
  for (uint32_t i = path; is_own && i; i = parent[i])
    if (is(lang, tree, i, "impl_item"))
      return name_in_field(lang, tree, i, "type");
  return found;
}
