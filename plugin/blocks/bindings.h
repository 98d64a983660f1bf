/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls that a type binds to a routine. */
#ifndef BLOCKS_BINDINGS_H
#define BLOCKS_BINDINGS_H

#include "names.h"

/* Offers to call routines rather than what types bind to them; every tree names
 * the rule. */
void bindings_offer(rd_builder *builder, const meanings *of);

#endif
