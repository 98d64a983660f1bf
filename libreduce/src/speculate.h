/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many tests in flight with one order (O1): tests started ahead of the search.
 */
#ifndef RD_SPECULATE_H
#define RD_SPECULATE_H

#include "question.h"
#include "reduce/reduce.h"

typedef struct rd_speculation rd_speculation;

/* What a speculation asks its owner. */
typedef struct rd_outlook {
  /* Will the text be taken for one that fails without a test? */
  bool (*is_foreseen)(void *payload, const rd_question *question);
  /* Makes the tree of a text that the search may want soon. False: cannot. */
  bool (*parse)(void *payload, const rd_question *question);
  void *payload;
  unsigned trees_kept; /* so many of the last that it made */
} rd_outlook;

/* Keeps up to `jobs` tests in flight. Texts larger than `room` are not seen
 * ahead. All is lent until rd_speculation_free; of stats, `started` and
 * `unused` are counted here. */
rd_speculation *rd_speculation_new(const rd_oracle *oracle,
                                   const rd_options *options, unsigned jobs,
                                   size_t room, const rd_outlook *outlook,
                                   rd_stats *stats);
/* Cancels what is in flight, and waits for the end of all scouts. */
void rd_speculation_free(rd_speculation *speculation);

/* The search's next question and the oracle's verdict. RD_ERR_STOPPED, or the
 * oracle's errors. */
rd_status rd_speculation_ask(rd_verdict *out, rd_speculation *speculation,
                             const rd_question *question, rd_error *err);
/* The search's next question, when the oracle need not be asked. */
void rd_speculation_tell(rd_speculation *speculation,
                         const rd_question *question, rd_verdict verdict);

/* ---- in a scout ---- */

/* Is this process a scout? NULL is fine. */
bool rd_speculation_is_scout(const rd_speculation *speculation);
/* What to take for the answer to the search's next question. Does not return
 * once the scout is not needed any more. */
rd_verdict rd_speculation_follow(rd_speculation *speculation,
                                 const rd_question *question);
/* The search cannot go on here: it needs a tree of the text, or (NULL) is over.
 */
_Noreturn void rd_speculation_halt(rd_speculation *speculation,
                                   const rd_question *question);

#endif
