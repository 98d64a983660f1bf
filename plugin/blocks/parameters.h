/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parameters and their arguments. */
#ifndef BLOCKS_PARAMETERS_H
#define BLOCKS_PARAMETERS_H

#include "names.h"

/* Offers to drop parameters with their arguments and declarations; every tree
 * names the rule. */
void parameters_offer(rd_builder *builder, const meanings *of);

#endif
