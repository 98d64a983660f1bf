/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors that a grammar lets pass. */
#ifndef GRAMMAR_FAULTS_H
#define GRAMMAR_FAULTS_H

#include "syntax.h"

/* The number of children that the language does not allow where they stand. */
uint32_t faults_count(const syntax *lang, const cst *tree);

#endif
