/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front end for every language that has a tree-sitter grammar. */
#ifndef GRAMMAR_GRAMMAR_H
#define GRAMMAR_GRAMMAR_H

#include "reduce/frontend.h"

const rd_frontend *grammar_frontend(void);

#endif
