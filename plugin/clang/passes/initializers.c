/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Initialisers: nested braces made flat.
 *
 * C lets the braces around the members of a member go. Elements and
 * designations are nodes of the tree and go as such; so does a pair of braces
 * around one element. Designations inside have no meaning without their braces.
 */
#include "../shapes.h"

void rewrite_braces_flat(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_BRACES) {
    if (rewrite_role(r, node) != ROLE_INITIAL_ELEMENT)
      continue;
    uint32_t list = rewrite_child_of_kind(r, node, KIND_INITIALIZERS);
    uint32_t open = shape_leaf(r, node, WORD_OPEN_BRACE, 0);
    uint32_t close = shape_leaf(r, node, WORD_CLOSE_BRACE, 0);
    if (list == NODE_NONE || open == NODE_NONE || close == NODE_NONE ||
        rewrite_child_of_kind(r, list, KIND_INITIALIZER) != NODE_NONE)
      continue;
    rewrite_open(r);
    rewrite_drop(r, open);
    rewrite_drop(r, close);
  }
}
