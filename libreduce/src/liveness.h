/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds declarations that nothing remaining needs. */
#ifndef RD_LIVENESS_H
#define RD_LIVENESS_H

#include "guarded.h"
#include "pass.h"

/* Bits of a node. */
enum {
  RD_LIVE_SEEN = 1,    /* in the visible tree and not cut */
  RD_LIVE_GATE = 2,    /* removed if no live symbol is declared in it */
  RD_LIVE_HOLDS = 4,   /* a live symbol is declared in it or below */
  RD_LIVE_COVERED = 8, /* in a gate that is removed */
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
  ARRAY(uint32_t) work; /* live symbols whose declarations must hold */
  rd_guarded guarded;
  uint32_t *asleep; /* by symbol: its guards that are not live */
} rd_liveness;

/* Works on the places of the sight. Call rd_liveness_init first, then add cuts,
 * gates, holds and live symbols in any order, then call rd_liveness_find. Total
 * cost: O(nodes + uses). */
void rd_liveness_init(rd_liveness *liveness, const rd_sight *sight);
/* The node and its subtree will be removed: nothing in them uses or declares
 * anything. */
void rd_liveness_cut(rd_liveness *liveness, uint32_t node);
/* The node is removed if nothing in it is live. */
void rd_liveness_add_gate(rd_liveness *liveness, uint32_t node);
/* Whatever stands in the file or in a namespace, a declaration or not, is
 * removed if nothing in it is live; directives stay. */
void rd_liveness_open_file(rd_liveness *liveness);
/* Parts of namespaces that declare something are not removed. */
void rd_liveness_open_namespaces(rd_liveness *liveness);
/* Enumerators go with their enumeration only: without one, those behind it change
 * their values, and an array may have such a size. */
void rd_liveness_keep_values(rd_liveness *liveness);
/* Fields that nothing names go, too. Values that braces set by position stay, and may
 * then be too many. */
void rd_liveness_open_fields(rd_liveness *liveness);
/* What is below the node goes with it or not at all. */
void rd_liveness_close(rd_liveness *liveness, uint32_t node);
/* What the deltas remove goes as a whole or not at all. */
void rd_liveness_keep_whole(rd_liveness *liveness, const rd_deltas *deltas);
/* The node stays, and so do its ancestors. */
void rd_liveness_hold(rd_liveness *liveness, uint32_t node);
void rd_liveness_make_live(rd_liveness *liveness, uint32_t symbol);
void rd_liveness_find(rd_liveness *liveness);
void rd_liveness_dispose(rd_liveness *liveness);
/* The edit's node will be removed, but for what it lifts. */
void rd_liveness_edit_out(rd_liveness *liveness, const rd_edit *edit);
/* For the pass `unused`: everything live that other files could see. */
void rd_liveness_init_unused(rd_liveness *liveness, const rd_sight *sight);

/* Is it a symbol that is removed when nothing uses it? */
bool rd_liveness_is_unit(const rd_symbol *symbol);
/* After rd_liveness_find: is it a gate that is removed, and not inside another
 * such gate? */
bool rd_liveness_goes(const rd_liveness *liveness, uint32_t node);
/* Would the node be removed if nothing in it were live? */
bool rd_liveness_is_gate(const rd_liveness *liveness, uint32_t node);
/* Instead of rd_liveness_find: for deltas that remove gates, what rd_keep
 * says. */
void rd_liveness_keep(bool *stays_out, rd_liveness *liveness,
                      const rd_deltas *deltas, const uint32_t *seeds,
                      size_t count);
/* The edit that removes such a node. */
rd_edit rd_liveness_edit(const rd_liveness *liveness, uint32_t node);

#endif
