/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds deltas that would leave a used name without a declaration. */
#ifndef RD_PINS_H
#define RD_PINS_H

#include "pass.h"

/* The declarations of a tree's symbols. */
typedef struct rd_pins rd_pins;

/* The configuration, which has the texts of edits, is lent until rd_pins_free. */
rd_pins *rd_pins_new(const rd_config *config);
void rd_pins_free(rd_pins *pins);
/* The kinds (bits by rd_symbol_kind, limited to `kinds`) of the symbols that
 * would lose all declarations but keep a use if these edits were made in the
 * renderer's base. Cost: O(the symbols declared in the edited nodes and their
 * uses). */
uint32_t rd_pins_of(rd_pins *pins, const rd_renderer *renderer,
                    const rd_edit *edits, size_t count, uint32_t kinds);
/* Removes from `units` (numbers of deltas, *count of them) those that would
 * leave a symbol of these kinds used but undeclared, until the rest together
 * does not. */
void rd_pins_settle(uint32_t *units, size_t *count, rd_pins *pins,
                    const rd_renderer *renderer, const rd_deltas *deltas,
                    uint32_t kinds);

#endif
