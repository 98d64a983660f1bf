/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Drops what loses its last use with the edits of a candidate. */
#ifndef RD_LAST_USES_H
#define RD_LAST_USES_H

#include "edit.h"

typedef ARRAY(rd_edit) rd_edit_list;

/* Appends to these edits those that drop the declarations of symbols that have
 * to be used (RD_SYMBOL_USED) and that nothing uses after them. Cost: O(nodes +
 * uses) if there is such a symbol. */
void rd_last_uses_add(rd_edit_list *edits, rd_config *config);
/* Appends the edits that drop what nothing needs after these edits, but did
 * before, as the pass `unused` would in its turn. Cost: O(nodes + uses). */
void rd_last_needs_add(rd_edit_list *edits, rd_config *config);

#endif
