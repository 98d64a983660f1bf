/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The path of a question: from the cache to the oracle. */
#ifndef RD_ASK_H
#define RD_ASK_H

#include "reduction.h"

/* RD_ERR_STOPPED if the caller wants no more candidates. */
rd_status rd_ask_is_allowed(const rd_reduction *reduction);
/* The verdict on the original, from the log or the oracle. */
rd_status rd_ask_first(rd_verdict *out, rd_reduction *reduction,
                       const rd_question *question);
/* The verdict on a candidate, from the cache, foresight, the log, or the
 * oracle. Sends the resulting events to the caller. */
rd_status rd_ask(rd_verdict *out, rd_reduction *reduction,
                 const rd_question *question, rd_measure measure);
/* For rd_outlook: the payload is the reduction. */
bool rd_ask_is_foreseen(void *payload, const rd_question *question);

/* Sends an event to the caller, with the stats filled in. A scout sends
 * nothing. */
rd_status rd_tell(rd_reduction *reduction, rd_event event);

#endif
