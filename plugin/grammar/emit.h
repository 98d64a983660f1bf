/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From a concrete syntax tree to the nodes of a reduction's tree. */
#ifndef GRAMMAR_EMIT_H
#define GRAMMAR_EMIT_H

#include "reduce/frontend.h"
#include "languages.h"

/* Adds the tree of the builder's text, which `tree` was parsed from: taken. */
void emit_tree(rd_builder *builder, languages *all, syntax *lang, cst tree);

#endif
