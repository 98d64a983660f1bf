/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors of a text. */
#ifndef GRAMMAR_FAULTS_H
#define GRAMMAR_FAULTS_H

#include "reduce/diagnostics.h"
#include "syntax.h"

/* Adds an error: a node, by whose symbol and that of the node around it, NULL for
 * none, its kind is known. */
void faults_add(rd_diagnostics *out, const cst_node *node,
                const cst_node *around);
/* Adds what the parser did not understand, and what the language does not allow
 * where it stands. */
void faults_find(rd_diagnostics *out, const syntax *lang, const cst *tree);

#endif
