/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Drops what a language does not let be declared without a use. */
#ifndef RD_LAST_USES_H
#define RD_LAST_USES_H

#include "edit.h"

typedef ARRAY(rd_edit) rd_edit_list;

/* Appends to these edits those that drop the declarations of symbols that have
 * to be used (RD_SYMBOL_USED) and that nothing uses after them. Cost: O(nodes +
 * uses) if there is such a symbol. */
void rd_last_uses_add(rd_edit_list *edits, rd_config *config);

#endif
