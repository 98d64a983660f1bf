/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The commits or versions of a bisection: their names, and the relation of good
 * and bad. */
#ifndef BISECT_POINTS_H
#define BISECT_POINTS_H

#include "bisect/bisect.h"

typedef struct points {
  const history *history;  /* NULL: versions */
  const strings *versions; /* NULL: commits */
  object_id bad;           /* commits only */
  object_id *good;
  size_t good_count;
  size_t bad_version, good_version; /* versions only, as indices */
  commit_graph graph; /* the commits between; each version is the parent of the
                         next, and its id is zero */
} points;

/* Finds the revisions that the options name; leaves the graph empty.
 * RD_ERR_NOTFOUND: a revision or version is missing; RD_ERR_INVALID: it is
 * ambiguous or named twice; RD_ERR_IO. Owner: points_dispose in any case. */
rd_status points_find(points *out, const bisect_options *options,
                      rd_error *err);
void points_dispose(points *self);
/* Do good and bad fit? *end_out: BISECTION_UNFINISHED if they do, else
 * BISECTION_SWAPPED or BISECTION_UNRELATED. *bases_out: the merge bases of bad
 * with each good revision that is not its ancestor, which must be tested first;
 * caller's. */
rd_status points_compare(bisection_end *end_out, object_id **bases_out,
                         size_t *count_out, const points *self, rd_error *err);
/* Fills the graph. */
rd_status points_span(points *self, bool first_parent, rd_error *err);

/* What is known of a commit or version before its test. Owner: *out is released
 * with bisect_point_dispose in any case. RD_ERR_NOTFOUND, RD_ERR_IO. */
rd_status points_commit(bisect_point *out, const points *self,
                        const object_id *id, rd_error *err);
void points_version(bisect_point *out, const points *self, size_t index);
/* The same for a node of the graph. */
rd_status points_node(bisect_point *out, const points *self, uint32_t node,
                      rd_error *err);

#endif
