/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the inside of a statement is cut: at the marks that bind weakest. */
#ifndef BLOCKS_LEVELS_H
#define BLOCKS_LEVELS_H

#include "statements.h"

/* The level of a run without marks to cut at. */
enum { LEVELS_ROW = 0 };

typedef struct levels {
  const source *self;
  uint8_t *of; /* by token: from 1, the weakest; 0: it binds nothing */
} levels;

/* Owner: `of` is the caller's, free(). */
void levels_find(levels *out, const source *self);

/* The first mark of this level from `first` on that cuts, or `end`. */
uint32_t levels_cut(const levels *self, uint32_t first, uint32_t end,
                    uint8_t level);
uint8_t levels_weakest(const levels *self, uint32_t first, uint32_t end);

/* Are the parts at this level a string of several lines, joined? */
bool levels_is_text(const levels *self, uint32_t first, uint32_t end,
                    uint8_t level);

#endif
