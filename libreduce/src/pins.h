/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which deltas would leave a name in use without its declaration. */
#ifndef RD_PINS_H
#define RD_PINS_H

#include "pass.h"

/* Where the symbols of a tree are declared. */
typedef struct rd_pins rd_pins;

/* The tree is lent until rd_pins_free. */
rd_pins *rd_pins_new(const rd_tree *tree);
void rd_pins_free(rd_pins *pins);
/* The kinds (bits by rd_symbol_kind, those in `kinds` only) of the symbols that
 * would lose all their declarations and keep a use, if these edits were made in
 * the renderer's base. Cost: O(log of the declarations, and what is declared in
 * the edited nodes with its uses). */
uint32_t rd_pins_of(rd_pins *pins, const rd_renderer *renderer,
                    const rd_edit *edits, size_t count, uint32_t kinds);
/* Leaves out of `units` (numbers of deltas, *count of them) those that would
 * leave a symbol of these kinds so, until the rest together does not. */
void rd_pins_settle(uint32_t *units, size_t *count, rd_pins *pins,
                    const rd_renderer *renderer, const rd_deltas *deltas,
                    uint32_t kinds);

#endif
