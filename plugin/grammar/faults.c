/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors that a grammar lets pass: what a node may not have as a child (ONLY of
 * fixed.def). */
#include "faults.h"

#include "fixed.h"

uint32_t faults_count(const syntax *lang, const cst *tree)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < tree->nodes.size; i++) {
    const char *parent = syntax_name(lang, cst_at(tree, i));
    uint32_t end = i + cst_at(tree, i)->size;
    if (!fixed_has_only(lang->name, parent))
      continue;
    for (uint32_t k = i + 1; k < end; k += cst_at(tree, k)->size) {
      const cst_node *at = cst_at(tree, k);
      count += (at->flags & (CST_NAMED | CST_EXTRA | CST_ERROR)) == CST_NAMED &&
               !fixed_allows(lang->name, parent, syntax_name(lang, at));
    }
  }
  return count;
}
