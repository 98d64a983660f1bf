/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The verdict on a run as soon as its output allows, before its end. */
#ifndef COMPILER_EARLY_H
#define COMPILER_EARLY_H

#include "compiler/signature.h"

typedef enum early_word {
  EARLY_OPEN,  /* not yet known */
  EARLY_SAME,  /* the crash that is looked for */
  EARLY_OTHER, /* another crash: it cannot become the same any more */
  EARLY_ERROR, /* an error that the original does not have, and no crash so far:
                  whatever follows, the text is not accepted */
} early_word;

/* What the words are about. All lent until early_free. */
typedef struct early_options {
  const signature *expected; /* of the original's crash; NULL: none, so that
                                only errors end a run */
  const strings *errors;     /* messages of the original's own errors, as
                                errors_find makes them of the judge's output,
                                where the judge is this compiler; NULL: errors
                                end nothing */
} early_options;

typedef struct early early;

early *early_new(const early_options *options);
void early_free(early *self);
/* Before each run. */
void early_reset(early *self);
/* Looks at the output so far, of which the beginning was seen before; only
 * whole lines count. Once it is not EARLY_OPEN the answer stays. Cost: what is
 * new. */
early_word early_look(early *self, const char *output, size_t size);
/* Is it the crash that is looked for? For runner_run_until; the payload is the
 * `early`. */
bool early_is_same(void *payload, const char *output, size_t size);

#endif
