/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts that failed, and what follows from them for their parts. */
#ifndef RD_MONOTONY_H
#define RD_MONOTONY_H

#include "reduce/oracle.h"

typedef struct rd_monotony rd_monotony;

rd_monotony *rd_monotony_new(void);
void rd_monotony_free(rd_monotony *monotony);
/* Is the text a part of one that failed, so that it need not be tested? False for those
 * of a sample. Cost: O(tokens of all failed texts that are as large). */
bool rd_monotony_expects(rd_monotony *monotony, const char *text, size_t size);
/* Records the verdict on a text that was made from `base`. */
void rd_monotony_learn(rd_monotony *monotony, const char *text, size_t size,
                       const char *base, size_t base_size, rd_verdict verdict);

#endif
