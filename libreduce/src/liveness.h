/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which declarations nothing that is left needs. */
#ifndef RD_LIVENESS_H
#define RD_LIVENESS_H

#include "pass.h"

/* Bits of a node. */
enum {
  RD_LIVE_SEEN = 1,    /* in the seen tree, and not cut */
  RD_LIVE_GATE = 2,    /* goes if no live symbol is declared in it */
  RD_LIVE_HOLDS = 4,   /* a live symbol is declared here or below */
  RD_LIVE_COVERED = 8, /* in a gate that goes */
};

/* A symbol that becomes live when a node holds. */
typedef struct rd_waiter {
  uint32_t symbol;
  uint32_t next; /* index of the node's next waiter, or RD_NONE */
} rd_waiter;

typedef struct rd_liveness {
  const rd_tree *tree;
  uint8_t *nodes;    /* the bits above, by node */
  bool *live;        /* by symbol */
  uint32_t *gates;   /* by node: the nearest gate at or above, or RD_NONE */
  uint32_t *waiting; /* by node: index of its first waiter, or RD_NONE */
  ARRAY(rd_waiter) waiters;
  ARRAY(uint32_t) work; /* live symbols whose declarations are to hold */
} rd_liveness;

/* For what is seen at these places. The four steps come in this order; cuts,
 * gates, holds and live symbols in any between the first and the last.
 * Cost of all together: O(nodes + uses). */
void rd_liveness_init(rd_liveness *liveness, const rd_sight *sight);
/* What is below the node, and it itself, will be gone: nothing in there uses or
 * declares anything. */
void rd_liveness_cut(rd_liveness *liveness, uint32_t node);
/* The node goes if nothing in it is live. */
void rd_liveness_add_gate(rd_liveness *liveness, uint32_t node);
/* The node stays, with all that it is in. */
void rd_liveness_hold(rd_liveness *liveness, uint32_t node);
void rd_liveness_make_live(rd_liveness *liveness, uint32_t symbol);
void rd_liveness_find(rd_liveness *liveness);
void rd_liveness_dispose(rd_liveness *liveness);

/* Is it a symbol that goes when nothing uses it? */
bool rd_liveness_is_unit(const rd_symbol *symbol);
/* After rd_liveness_find: is it a gate that goes, and not in another one? */
bool rd_liveness_goes(const rd_liveness *liveness, uint32_t node);
/* The edit that removes such a node. */
rd_edit rd_liveness_edit(const rd_liveness *liveness, uint32_t node);

#endif
