/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Errors of syntax that the description of a language shows. */
#ifndef BLOCKS_FAULTS_H
#define BLOCKS_FAULTS_H

#include "statements.h"

/* Counts statements that no pattern of the language allows where they stand,
 * headers and ends without their block, and brackets that are alone or have the
 * wrong inside. Without such patterns nothing of that kind is counted. Cost: O(n)
 * for statements of a bounded length. */
uint32_t faults_count(const source *self, const statement_list *all);

#endif
