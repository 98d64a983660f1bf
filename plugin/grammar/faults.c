/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors that a grammar lets pass: what a node may not have as a child (ONLY of
 * fixed.def), one that it lacks (NEEDS), and what is of another language (FOREIGN). */
#include "faults.h"

#include <string.h>

#include "fixed.h"

static uint32_t count_children(const syntax *lang, const cst *tree,
                               uint32_t node, const char *type)
{
  const char *name = lang->name, *need = fixed_need(name, type);
  uint32_t end = node + cst_at(tree, node)->size, count = 0;
  bool has_only = fixed_has_only(name, type);
  for (uint32_t k = node + 1; (has_only || need) && k < end;
       k += cst_at(tree, k)->size) {
    const cst_node *at = cst_at(tree, k);
    const char *child = syntax_name(lang, at);
    if (need && !strcmp(need, child))
      need = NULL;
    count += has_only &&
             (at->flags & (CST_NAMED | CST_EXTRA | CST_ERROR)) == CST_NAMED &&
             !fixed_allows(name, type, child);
  }
  return count + (need != NULL);
}

uint32_t faults_count(const syntax *lang, const cst *tree)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < tree->nodes.size; i++) {
    const char *type = syntax_name(lang, cst_at(tree, i));
    count += fixed_is_foreign(lang->name, type) +
             count_children(lang, tree, i, type);
  }
  return count;
}
