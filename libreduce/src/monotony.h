/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts that failed, and what follows from them for their parts. */
#ifndef RD_MONOTONY_H
#define RD_MONOTONY_H

#include "base/text.h"
#include "reduce/oracle.h"

typedef struct rd_monotony rd_monotony;

rd_monotony *rd_monotony_new(void);
void rd_monotony_free(rd_monotony *monotony);
/* Does the text, which was made from `base`, fail because another did? */
bool rd_monotony_knows(rd_monotony *monotony, const char *text, size_t size,
                       const textbuf *base);
/* The same, so that it need not be tested: false for those of a sample. Cost: O(tokens of all failed texts that
 * are as large). */
bool rd_monotony_expects(rd_monotony *monotony, const char *text, size_t size,
                         const textbuf *base);
/* Records the verdict on such a text. */
void rd_monotony_learn(rd_monotony *monotony, const char *text, size_t size,
                       const textbuf *base, rd_verdict verdict);

#endif
