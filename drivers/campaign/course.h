/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The course of a campaign: what is done next. */
#ifndef CAMPAIGN_COURSE_H
#define CAMPAIGN_COURSE_H

#include "campaign/bugs.h"
#include "campaign/engine.h"
#include "campaign/inputs.h"
#include "campaign/look.h"

typedef struct course_options {
  input_places places;
  look_options look; /* without its functions */
  strings known;     /* signatures */
  strings reduce;    /* more words of clang-hdd reduce */
  size_t each;       /* reductions of a bucket; at least 1 */
  bool follow;       /* wait for more inputs */
  /* Called with what is known now and then, and with lines for the user. */
  void (*show)(void *payload, const campaign *of, const bugs *found);
  void (*notice)(void *payload, const char *line);
  void *payload;
} course_options;

/* Takes the inputs, runs them, and has the buckets reduced, until nothing is left
 * to do; keeps all in the folder of the campaign. *found_out lends its strings
 * from the campaign; owner: bugs_dispose in any case. RD_ERR_STOPPED: what was
 * done is kept; RD_ERR_NOTFOUND, RD_ERR_INVALID, as inputs_find; RD_ERR_NOSPACE,
 * RD_ERR_IO. */
rd_status course_run(bugs *found_out, campaign *self, engine *by,
                     const course_options *options, rd_error *err);

#endif
