/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which records of a language of data are of one shape. */
#ifndef GRAMMAR_RECORDS_H
#define GRAMMAR_RECORDS_H

#include "syntax.h"

/* Classes of rd_node_spec; 0: not known, or any. */
typedef struct record_type {
  uint16_t gives, wants;
} record_type;

/* By node of the tree. NULL: the language has no records. Owner: the caller,
 * free(). Cost: O(n). */
record_type *records_find(const syntax *lang, const cst *tree,
                          const char *text);

#endif
