/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Results of functions that have names of their own. */
#ifndef BLOCKS_RESULTS_H
#define BLOCKS_RESULTS_H

#include "names.h"

/* Offers to name results as their functions; every tree names the rule. */
void results_offer(rd_builder *builder, const meanings *of);

#endif
