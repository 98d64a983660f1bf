/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inside of a configuration, for edit.c, view.c and the renderer. */
#ifndef RD_CONFIG_H
#define RD_CONFIG_H

#include "edit.h"
#include "intern.h"

struct rd_config {
  const rd_tree *tree;
  const rd_lexer *lexer;
  uint32_t *at;         /* by node: 1 + index of its edit, 0: none */
  bool *touched;        /* by node: an edit was made in its subtree */
  ARRAY(rd_edit) edits; /* RD_KEEP where an edit was taken back */
  rd_intern texts;
};
#endif
