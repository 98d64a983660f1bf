/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* When foresight is asked, and when it is believed. */
#ifndef RD_PRECHECK_H
#define RD_PRECHECK_H

#include "question.h"
#include "reduce/reduce.h"

typedef struct rd_precheck rd_precheck;

/* What is to be done with a text. */
typedef enum rd_prospect {
  RD_UNCHECKED, /* test it; foresight was not asked */
  RD_PASSED,    /* test it; foresight has nothing against it */
  RD_REJECTED,  /* test it, though foresight rejects it */
  RD_DOUBTED,   /* test it, though foresight rejects it for a habit */
  RD_FORESEEN,  /* take it for invalid, without a test */
} rd_prospect;

/* All is lent until rd_precheck_free; the log may be NULL. Of stats, `checks`,
 * `foreseen` and `misjudged` are counted here. */
rd_precheck *rd_precheck_new(const rd_foresight *foresight, rd_log *log,
                             rd_stats *stats);
void rd_precheck_free(rd_precheck *precheck);
/* `base` is the text that the question is made from; the pass of the question
 * is lent until rd_precheck_free. A question that is_checked is passed or
 * foreseen, whatever foresight is believed otherwise: foreseen if it has more
 * errors than the base. Errors: those of the check and of the log. */
rd_status rd_precheck_ask(rd_prospect *out, rd_precheck *precheck,
                          const rd_question *question, const rd_question *base,
                          rd_error *err);
/* Counts how a text ended for which that was the answer. */
void rd_precheck_learn(rd_precheck *precheck, const rd_question *question,
                       rd_prospect prospect, rd_verdict verdict);
/* Would the text be foreseen, as things stand, and made from the base of the
 * last question? Changes no count. */
bool rd_precheck_expects(rd_precheck *precheck, const rd_question *question);

#endif
