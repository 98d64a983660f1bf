/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types with a single component. */
#ifndef BLOCKS_COMPONENTS_H
#define BLOCKS_COMPONENTS_H

#include "names.h"

/* Offers to make variables of their type of what has such a type. Cost: O(n) for each
 * of the types. */
void components_offer(rd_builder *builder, const meanings *of);

#endif
