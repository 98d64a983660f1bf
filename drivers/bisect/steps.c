/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bisecting the steps of a reduction, as `git bisect` does a line of commits.
 *
 * Both ends are known, or asked for, before anything between them; so whatever
 * the steps do in between, there is a good one right before a bad one, and that is
 * what is found.
 */
#include "bisect/steps.h"

rd_status steps_last_good(size_t *out, bool *found_out, size_t count,
                          steps_ask ask, void *payload, rd_error *err)
{
  size_t good = 0, bad = count - 1;
  *found_out = false;
  if (count < 2)
    return RD_OK;
  rd_status status = ask(found_out, payload, good, err);
  while (!status && *found_out && bad - good > 1) {
    size_t middle = good + (bad - good) / 2;
    bool is_good = false;
    status = ask(&is_good, payload, middle, err);
    if (is_good)
      good = middle;
    else
      bad = middle;
  }
  *out = good;
  return status;
}
