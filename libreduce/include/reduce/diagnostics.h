/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Result of a front end's check of a text, before the text is compiled. */
#ifndef REDUCE_DIAGNOSTICS_H
#define REDUCE_DIAGNOSTICS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rd_diagnostics {
  uint32_t errors; /* found by the check; a text with more errors than the text
                      it was made from probably ends as RD_INVALID */
  uint32_t habits; /* those of `errors` that not every compiler treats as errors
                      and that a further relaxation step may tolerate */
  uint16_t kinds;  /* of the other errors, as bits: errors of one kind share a
                      bit; two kinds usually have different bits. One error may
                      hide another, so a text with a kind that its origin lacks
                      is worse even with no more errors */
  uint32_t names;  /* those that nothing in the text defines, as 31 bits.
                      They may come from elsewhere, so they are no errors; a text
                      with one that its origin lacks is worse */
  bool
      is_partial; /* the checker crashed and recovered (RD_ERR_DIED): the rest is what it
                      could still tell, the errors those before the crash */
  bool is_apart; /* the text had a process of its own, which spares the headers
                    that were read: no fresh one is needed for the next */
  uint32_t lone_brackets; /* those without a partner */
  bool is_refused;        /* for the caller of the check to set: the text is
                           rejected, not only probably */
  uint16_t habit_kinds;   /* of the habits, in the same way; only RD_STRICT
                           compares them */
  char habit_names[128];  /* their names, separated by commas, as far as they
                           fit */
} rd_diagnostics;

/* All kinds of habits. */
#define RD_ALL_HABITS UINT16_MAX

/* In place of a number of relaxation steps: everything that the language's
 * standard requires a diagnostic for is an error. */
#define RD_STRICT UINT32_MAX

#ifdef __cplusplus
}
#endif
#endif
