/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a front end's check says of a text before anybody compiles it. */
#ifndef REDUCE_DIAGNOSTICS_H
#define REDUCE_DIAGNOSTICS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rd_diagnostics {
  uint32_t errors; /* that it sees; a text that has more of them than the one
                      that it was made from likely ends as RD_INVALID */
  uint32_t habits; /* of these: what not every compiler calls an error, and what
                      another step of relaxation may forgive */
  uint16_t kinds;  /* of the other ones, a set of bits: errors of one kind have
                      the same bit, and those of two kinds most often not. One
                      error may hide another, so a text with a kind that the one
                      that it was made from lacks is worse even if it has no
                      more of them */
} rd_diagnostics;

#ifdef __cplusplus
}
#endif
#endif
