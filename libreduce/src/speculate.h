/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many tests in flight in a fixed order (O1): starts tests ahead of the
   search. */
#ifndef RD_SPECULATE_H
#define RD_SPECULATE_H

#include "cache.h"
#include "reduce/reduce.h"

typedef struct rd_speculation rd_speculation;

/* Questions of a speculation to its owner. */
typedef struct rd_outlook {
  /* Will the text be treated as failing without a test? */
  bool (*is_foreseen)(void *payload, const rd_question *question);
  /* Makes the tree of a text that the search may need soon. False: failed. */
  bool (*parse)(void *payload, const rd_question *question);
  void *payload;
  unsigned trees_kept; /* how many of its latest trees are kept */
} rd_outlook;

/* Keeps up to `jobs` tests in flight. Does not look ahead to texts larger than
 * `room`. Everything is lent until rd_speculation_free; counts `started` and
 * `unused` in stats. */
rd_speculation *rd_speculation_new(const rd_oracle *oracle,
                                   const rd_options *options, unsigned jobs,
                                   size_t room, const rd_outlook *outlook,
                                   rd_stats *stats);
/* Cancels tests in flight and waits for the end of all scouts. */
void rd_speculation_free(rd_speculation *speculation);

/* Asks the search's next question and returns the oracle's verdict.
 * RD_ERR_STOPPED, or the oracle's errors. */
rd_status rd_speculation_ask(rd_verdict *out, rd_speculation *speculation,
                             const rd_question *question, rd_error *err);
/* Reports the search's next question if the oracle need not be asked. */
void rd_speculation_tell(rd_speculation *speculation,
                         const rd_question *question, rd_verdict verdict);

/* ---- in a scout ---- */

/* Is this process a scout? NULL is fine. */
bool rd_speculation_is_scout(const rd_speculation *speculation);
/* The answer to assume for the search's next question. Does not return once the
 * scout is no longer needed. */
rd_verdict rd_speculation_follow(rd_speculation *speculation,
                                 const rd_question *question);
/* Ends the scout, because the search needs a tree of the text or (NULL) is
   over. */
_Noreturn void rd_speculation_halt(rd_speculation *speculation,
                                   const rd_question *question);

#endif
