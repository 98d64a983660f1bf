/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The symbols of a text, as far as words tell. */
#ifndef BLOCKS_NAMES_H
#define BLOCKS_NAMES_H

#include "shape.h"

/* Adds the names that statements and headers declare, with their uses. Cost:
 * O(n) on average. */
void names_add(rd_builder *builder, const source *self,
               const statement_list *all, const shape *made);

#endif
