/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The searches. They know nothing of trees: a unit is a number, and only the
 * asker knows what a set of units means.
 *
 * Questions are put in *batches*: a whole ordered phase at once, answered with
 * the first interesting query in order. One job goes through a batch one by one
 * and stops there; more jobs may look ahead, and the answer stays the same (S1,
 * O1). The asker adopts the query that it returns, so the next batch is
 * relative to it.
 */
#ifndef RD_SEARCH_H
#define RD_SEARCH_H

#include "base/text.h"
#include "reduce/status.h"

/* A set of units: a part [begin, end) of the present configuration, either the
 * only part that is kept or the only one left out. Lent for the call. */
typedef struct rd_query {
  const uint32_t *units; /* the present configuration, in the given order */
  size_t count;
  size_t begin, end;
  bool keep; /* keep the part alone; else all but the part */
} rd_query;

/* What is known of a question before it is asked. */
typedef enum rd_likely {
  RD_UNLIKELY, /* the answer is no, without a test */
  RD_LIKELY,   /* nothing speaks against yes */
  RD_UNSURE,   /* it has to be asked alone */
} rd_likely;

/* Answers questions about sets. An error ends the search and is passed on. */
typedef struct rd_asker {
  /* The first interesting query, or `count` if there is none. The search
   * continues from the configuration that the query describes. */
  rd_status (*first)(size_t *index_out, void *payload, const rd_query *queries,
                     size_t count);
  /* Optional, for queries that leave out a part: adds the part to those that are to
   * be left out together, if it is likely to go with them. */
  rd_status (*add)(rd_likely *out, void *payload, const rd_query *query);
  /* Tries to leave out all that were added, which are none then. */
  rd_status (*take)(bool *taken_out, void *payload);
  void *payload;
} rd_asker;

typedef struct rd_ddmin_options {
  bool no_subsets;
  bool no_complements; /* the answer is then not 1-minimal */
  bool backward;       /* parts in descending order */
  bool empty_last;     /* ask for the empty one when one unit is left */
} rd_ddmin_options;

/* The minimizing delta debugging algorithm. `units` is the configuration before
 * and after; it must be interesting. The answer is 1-minimal if the complement
 * phase is on (and, for one unit, empty_last). */
rd_status rd_ddmin(uint32_t *units, size_t *count, const rd_asker *asker,
                   const rd_ddmin_options *options);

/* Tries to leave out each unit once, in reverse order if `backward`. */
rd_status rd_onebyone(uint32_t *units, size_t *count, const rd_asker *asker,
                      bool backward);

/* Group testing: leaves out all units, else halves, quarters ... of the parts
 * that could not go, down to single units. Each unit alone is asked for at most
 * once, and not at all if an earlier answer implies, for a monotone property,
 * that it has to stay; so the answer need not be 1-minimal. `weights` (may be
 * NULL: all equal) are indexed by unit; parts are halved by weight. */
rd_status rd_sweep(uint32_t *units, size_t *count, const uint64_t *weights,
                   const rd_asker *asker, bool backward);

/* What has to stay with which unit. */
typedef struct rd_needs {
  /* Sets stays_out[i] for each unit of the search, by its position as given, if
   * the seeds (positions, too) or something that they need needs it; a seed
   * stays. */
  void (*find)(bool *stays_out, void *payload, const uint32_t *seeds,
               size_t count);
  void *payload;
  size_t few; /* so many units, the first ones, may suffice; 0: not known */
  bool some;  /* none will hardly suffice: not asked for */
} rd_needs;

/* Keeps the fewest last units that the property needs, with all that they need:
 * for units in an order in which most need only earlier ones. No question
 * leaves out what another unit in it needs. `weights` as for rd_sweep.
 * `is_known`, by position as given, holds the units that are known to be needed
 * before and after. */
rd_status rd_isolate(uint32_t *units, size_t *count, const uint64_t *weights,
                     bool *is_known, const rd_asker *asker,
                     const rd_needs *needs);

/* Probabilistic delta debugging: leaves out the set that gains most on average,
 * judging by the answers so far. The answer need not be 1-minimal. */
rd_status rd_probdd(uint32_t *units, size_t *count, const rd_asker *asker,
                    bool backward);

/* Counter-based delta debugging: parts of 9, 5, 3 and 1 units, each left out
 * once. The answer need not be 1-minimal. */
rd_status rd_cdd(uint32_t *units, size_t *count, const rd_asker *asker,
                 bool backward);

/* Takes the first interesting alternative that the unit has now, best first;
 * *taken_out: was there one? An error ends the search and is passed on. */
typedef rd_status rd_improve(bool *taken_out, void *payload, uint32_t unit);

/* The transformation-based minimizing algorithm over units [0, count). Ends
 * when no unit has an interesting alternative. */
rd_status rd_tmin(size_t count, rd_improve *improve, void *payload);

/* ---- priority work list ---- */

/* Comes out in ascending order of keys, the first key most significant. */
typedef struct rd_work {
  uint64_t keys[3];
  uint32_t item;
} rd_work;

typedef ARRAY(rd_work) rd_worklist; /* a heap; release with ARRAY_FREE */

void rd_worklist_push(rd_worklist *list, rd_work work);
/* False if the list is empty. */
bool rd_worklist_pop(rd_work *out, rd_worklist *list);
/* Takes items until the list is empty; `visit` may push more. */
rd_status rd_worklist_run(rd_worklist *list,
                          rd_status (*visit)(void *payload, uint32_t item),
                          void *payload);

#endif
