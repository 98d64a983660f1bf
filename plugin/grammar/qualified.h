/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names behind the name of a type and `::`. */
#ifndef GRAMMAR_QUALIFIED_H
#define GRAMMAR_QUALIFIED_H

#include "syntax.h"

/* The leaf of the type whose member of its own, of no trait, the leaf defines, or
 * RD_NONE. */
uint32_t qualified_home(const syntax *lang, const cst *tree,
                        const uint32_t *parent, uint32_t leaf);
/* The leaf of the type before the `::` before the leaf, or RD_NONE; of `Self` that of
 * the type around it. */
uint32_t qualified_type(const syntax *lang, const cst *tree,
                        const uint32_t *parent, const char *text,
                        uint32_t leaf);

/* Is it a member of a trait of Rust, or of the impl of one? Each needs the
 * other, so both are one symbol. */
bool qualified_is_of_trait(const syntax *lang, const cst *tree,
                           const uint32_t *parent, uint32_t leaf);

#endif
