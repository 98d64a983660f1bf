/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bisecting the steps of a reduction. */
#ifndef BISECT_STEPS_H
#define BISECT_STEPS_H

#include <stdbool.h>
#include <stddef.h>

#include "reduce/status.h"

/* Asks for a step, from 0; an error ends the search. */
typedef rd_status (*steps_ask)(bool *good_out, void *payload, size_t step,
                               rd_error *err);

/* Finds the last good one of `count` steps whose successor is bad; the last of
 * all is known to be bad. *found_out is false if the first is bad too. Where steps
 * are good and bad in turn it is one of several: it was seen to be good, and the
 * one behind it to be bad. Cost: 1 + log2(count) questions. */
rd_status steps_last_good(size_t *out, bool *found_out, size_t count,
                          steps_ask ask, void *payload, rd_error *err);

#endif
