/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs inputs, and what they were reduced to, once each. */
#ifndef CAMPAIGN_LOOK_H
#define CAMPAIGN_LOOK_H

#include <signal.h>

#include "campaign/claims.h"
#include "reduce/process.h"

typedef struct look_options {
  rd_limits limits; /* of a run */
  size_t jobs;      /* runs at the same time; at least 1 */
  bool no_sandbox;  /* a run may write elsewhere than in its folder */
  const char *cwd;
  const volatile sig_atomic_t *stop; /* looking ends when it becomes non-zero */

  const char *server; /* of the workers, HOST[:PORT] */
  const char
      *function;  /* by which they run the command of claims.example; NULL:
                           they do not */
  size_t workers; /* so many runs at the same time */

  void (*looked)(void *payload); /* called after each; NULL: never */
  void (*notice)(void *payload, const char *line); /* for the user */
  void *payload;
} look_options;

/* Runs these inputs and notes in each what it did. An input whose reduction is
 * REDUCTION_DONE is not run, but its reduced text, whose crash is noted.
 * RD_ERR_STOPPED; RD_ERR_IO: no process can be started. What was not run stays
 * as it is, and what a worker said that lied is undone. */
rd_status look_at(campaign *self, claims *said, const uint32_t *which,
                  size_t count, const look_options *options, rd_error *err);

#endif
