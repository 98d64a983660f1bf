/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Errors in LLVM IR that its grammar lets pass: names that nothing defines, and
 * types without the value that an instruction wants.
 */
#include "faults.h"
#include "ir_types.h"

#include <stdlib.h>
#include <string.h>

static bool is(const syntax *lang, const cst *tree, uint32_t node,
               const char *type)
{
  return strcmp(syntax_name(lang, cst_at(tree, node)), type) == 0;
}

/* LLVM 19 and later know intrinsic functions without a declaration. */
static bool names_nothing(const syntax *lang, const cst *tree, const char *text,
                          const name *names, uint32_t node)
{
  static const char own[] = "@llvm.";
  const cst_node *at = cst_at(tree, node);
  if (names[node].role != NAME_NONE || at->size > 1)
    return false;
  return is(lang, tree, node, "local_var") ||
         (is(lang, tree, node, "global_var") &&
          (at->end - at->begin < sizeof own ||
           memcmp(text + at->begin, own, sizeof own - 1) != 0));
}

/* Only `ret void` and declarations of variables have none. */
static bool lacks_value(const syntax *lang, const cst *tree, const char *text,
                        uint32_t node)
{
  const cst_node *at = cst_at(tree, node);
  static const char none[] = "void";
  if (!is(lang, tree, node, "type_and_value") || at->size < 2 ||
      (at->end - at->begin == sizeof none - 1 &&
       !memcmp(text + at->begin, none, sizeof none - 1)))
    return false;
  return is(lang, tree, node + 1, "type") &&
         at->size == 1 + cst_at(tree, node + 1)->size;
}

void ir_faults(rd_diagnostics *out, const syntax *lang, const cst *tree,
               const char *text, size_t size)
{
  uint32_t global_end = 0;
  if (strcmp(lang->name, "llvm") != 0)
    return;
  rd_builder *builder = rd_builder_new(text, size);
  name *names = names_find(builder, lang, tree);
  for (uint32_t i = 0; i < tree->nodes.size; i++) {
    if (is(lang, tree, i, "global_global"))
      global_end = i + cst_at(tree, i)->size;
    if (names_nothing(lang, tree, text, names, i) ||
        (i >= global_end && lacks_value(lang, tree, text, i)))
      faults_add(out, cst_at(tree, i), NULL);
  }
  free(names);
  rd_builder_free(builder);
}
