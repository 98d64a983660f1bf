/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Groups places that are alike. */
#ifndef RD_KINDS_H
#define RD_KINDS_H

#include "pass.h"

/* Places of one kind in places of one kind and, if they are leaves, with one
 * text. None contains another. */
typedef struct rd_group {
  ARRAY(uint32_t) places; /* in document order */
  int64_t gain;           /* tokens that they take */
} rd_group;

typedef ARRAY(rd_group) rd_groups;

/* Groups the units of the deltas, which it sorts; the group that gains most
 * comes first. Release with rd_groups_dispose. */
void rd_groups_find(rd_groups *out, rd_deltas *deltas, const rd_tree *tree);
void rd_groups_dispose(rd_groups *groups);

#endif
