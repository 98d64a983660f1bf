/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes lists of parameters in fewer tokens: as prototypes, and without names where
 * nothing is done with them.
 */
#include "entities.h"

/* ---- old lists ---- */

/* `f(a) char a; {` becomes `f(char a) {`. */
static void offer_prototype(rewriter *r, uint32_t definition, uint32_t leaf)
{
  entity_parameter parameter;
  uint32_t count = entity_count(r, entity_parameter_list(r, leaf)), i = 0;
  while (entity_parameter_at(&parameter, r, leaf, i) &&
         entity_parameter_text(r, &parameter))
    i++;
  uint32_t old = rewrite_child_of_kind(r, definition, KIND_OLD_PARAMETERS);
  if (!i || i < count || !rewrite_has_tokens(r, old))
    return;
  rewrite_open(r);
  rewrite_drop(r, old);
  for (i = 0; i < count; i++)
    if (entity_parameter_at(&parameter, r, leaf, i))
      rewrite_text(r, parameter.element, entity_parameter_text(r, &parameter));
}

void rewrite_old_parameters(rewriter *r)
{
  EACH_SYMBOL (i, r) {
    entity_function f;
    if (entity_function_of(&f, r, i) && f.definition != NODE_NONE)
      offer_prototype(r, f.definition, f.name);
  }
}

/* ---- names ---- */

/* The name of a parameter in a pure declaration, if it can be removed. */
void rewrite_parameter_name(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_DECLARED) {
    if (rewrite_kind(r, rewrite_at(r, node)->parent) != KIND_PARAMETER ||
        rewrite_role(r, node) != ROLE_OPTION ||
        rewrite_symbol(r, node) == FACT_NONE)
      continue;
    uint32_t around = rewrite_around(r, node, KIND_DECLARATOR);
    if (around == NODE_NONE ||
        rewrite_mention_count(r, rewrite_symbol(r, node)) > 1)
      continue;
    uint32_t parent = rewrite_at(r, around)->parent;
    if (rewrite_kind(r, parent) == KIND_FUNCTION)
      continue;
    rewrite_open(r);
    rewrite_drop(r, node);
  }
}
