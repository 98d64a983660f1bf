/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Errors: what the parser did not understand, and what a grammar lets pass: what a
 * node may not have as a child (ONLY of fixed.def), one that it lacks (NEEDS), and
 * what is of another language (FOREIGN).
 *
 * What a text has of these may be right after all, in a dialect that the grammar does
 * not know. So errors have kinds: those of the original let none pass that is
 * another node or in another one.
 */
#include "faults.h"

#include <string.h>

#include "base/hash.h"
#include "fixed.h"

void faults_add(rd_diagnostics *out, const cst_node *node,
                const cst_node *around)
{
  uint16_t pair[] = { node->symbol, around ? around->symbol : 0 };
  out->errors++;
  out->kinds |= (uint16_t)(1u << hash_bytes(pair, sizeof pair) % 16);
}

static bool is_fault(const syntax *lang, const cst_node *node)
{
  return (node->flags & (CST_ERROR | CST_MISSING)) ||
         fixed_is_foreign(lang->name, syntax_name(lang, node));
}

static bool has_child(const syntax *lang, const cst *tree, uint32_t node,
                      const char *type)
{
  uint32_t end = node + cst_at(tree, node)->size;
  for (uint32_t k = node + 1; k < end; k += cst_at(tree, k)->size)
    if (!strcmp(type, syntax_name(lang, cst_at(tree, k))))
      return true;
  return false;
}

/* Behind `head`, the first child of the node around it. */
static bool lacks_child(const syntax *lang, const cst *tree, uint32_t head,
                        uint32_t node)
{
  const char *need =
      fixed_need(lang->name, syntax_name(lang, cst_at(tree, head)),
                 syntax_name(lang, cst_at(tree, node)));
  return need && !has_child(lang, tree, node, need);
}

static void find_in_children(rd_diagnostics *out, const syntax *lang,
                             const cst *tree, uint32_t node)
{
  const cst_node *around = cst_at(tree, node);
  const char *name = lang->name, *type = syntax_name(lang, around);
  uint32_t end = node + around->size;
  bool has_only = fixed_has_only(name, type);
  for (uint32_t k = node + 1; k < end; k += cst_at(tree, k)->size) {
    const cst_node *at = cst_at(tree, k);
    bool is_wrong =
        has_only &&
        (at->flags & (CST_NAMED | CST_EXTRA | CST_ERROR)) == CST_NAMED &&
        !fixed_allows(name, type, syntax_name(lang, at));
    if (is_wrong || is_fault(lang, at) || lacks_child(lang, tree, node + 1, k))
      faults_add(out, at, around);
  }
}

void faults_find(rd_diagnostics *out, const syntax *lang, const cst *tree)
{
  if (tree->nodes.size && is_fault(lang, cst_at(tree, 0)))
    faults_add(out, cst_at(tree, 0), NULL);
  for (uint32_t i = 0; i < tree->nodes.size; i++)
    find_in_children(out, lang, tree, i);
}
