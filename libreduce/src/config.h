/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The internals of a configuration, for edit.c, view.c and the renderer. */
#ifndef RD_CONFIG_H
#define RD_CONFIG_H

#include "edit.h"
#include "intern.h"

struct rd_config {
  const rd_tree *tree;
  const rd_lexer *lexer;
  uint32_t *at;         /* by node: 1 + index of its edit, 0: none */
  bool *touched;        /* by node: its subtree was edited */
  ARRAY(rd_edit) edits; /* RD_KEEP for an edit that was undone */
  rd_intern texts;
};
#endif
