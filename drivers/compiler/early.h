/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides a run from its output before the run ends. */
#ifndef COMPILER_EARLY_H
#define COMPILER_EARLY_H

#include "compiler/signature.h"

typedef enum early_word {
  EARLY_OPEN,  /* not yet known */
  EARLY_SAME,  /* the expected crash */
  EARLY_OTHER, /* a different crash, which can no longer become the expected
                  one */
  EARLY_ERROR, /* an error absent from the original and no crash so far: the
                  text is rejected whatever follows */
} early_word;

/* What to compare with. All pointers are borrowed until early_free. */
typedef struct early_options {
  const signature *expected; /* signature of the original's crash; NULL: none,
                                so only errors end a run */
  const strings *errors; /* the original's own errors, as errors_find extracts
                            them from the judge's output, if the judge is this
                            compiler; NULL: errors do not end a run */
} early_options;

typedef struct early early;

early *early_new(const early_options *options);
void early_free(early *self);
/* Call before each run. */
void early_reset(early *self);
/* Examines the output so far, which must extend the output of the last call.
 * Only complete lines count. An answer other than EARLY_OPEN is final. Cost:
 * linear in the new output. */
early_word early_look(early *self, const char *output, size_t size);
/* Is it the expected crash? A callback for runner_run_until; the payload is the
 * `early`. */
bool early_is_same(void *payload, const char *output, size_t size);

#endif
