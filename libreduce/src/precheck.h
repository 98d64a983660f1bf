/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides when to ask foresight and when to believe it. */
#ifndef RD_PRECHECK_H
#define RD_PRECHECK_H

#include "cache.h"
#include "reduce/reduce.h"

typedef struct rd_precheck rd_precheck;

/* What to do with a text. */
typedef enum rd_prospect {
  RD_UNCHECKED, /* test it; foresight was not asked */
  RD_PASSED,    /* test it; foresight does not reject it */
  RD_REJECTED,  /* test it, though foresight rejects it */
  RD_DOUBTED,   /* test it, though foresight rejects it because of a habit */
  RD_UNNAMED,   /* likewise because of a name that nothing defines */
  RD_FORESEEN,  /* treat it as invalid, without a test */
} rd_prospect;

/* Everything is lent until rd_precheck_free; the log may be NULL. Counts
 * `checks`, `foreseen` and `misjudged` in stats. */
rd_precheck *rd_precheck_new(const rd_foresight *foresight, rd_log *log,
                             rd_stats *stats);
void rd_precheck_free(rd_precheck *precheck);
/* `base` is the text that the question was made from; the pass of the question
 * is lent until rd_precheck_free. A question with is_checked is either passed
 * or, if it has more errors than the base or lacks a needed kind of them,
 * foreseen, no matter how far foresight is otherwise believed. Errors: those of
 * the check and of the log. */
rd_status rd_precheck_ask(rd_prospect *out, rd_precheck *precheck,
                          const rd_question *question, const rd_question *base,
                          rd_error *err);
/* Records the verdict on a text that got this prospect. */
void rd_precheck_learn(rd_precheck *precheck, const rd_question *question,
                       rd_prospect prospect, rd_verdict verdict);
/* Would the text be foreseen now, if made from the base of the last question?
 * Changes no counts. */
bool rd_precheck_expects(rd_precheck *precheck, const rd_question *question);

#endif
