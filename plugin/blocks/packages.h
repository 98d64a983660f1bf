/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packages that stand in another block. */
#ifndef BLOCKS_PACKAGES_H
#define BLOCKS_PACKAGES_H

#include "names.h"

/* Offers to put what is in a package for it; every tree names the rule. */
void packages_offer(rd_builder *builder, const meanings *of);

#endif
