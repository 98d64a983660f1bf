/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations of one type that become one. */
#ifndef BLOCKS_JOINED_H
#define BLOCKS_JOINED_H

#include "names.h"

/* Offers to join declarations; every tree names the rule. */
void joined_offer(rd_builder *builder, const meanings *of);

#endif
