/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is known while it is found out how a program is built wrong. */
#ifndef WRONG_FINDING_H
#define WRONG_FINDING_H

#include "wrong/find.h"

typedef struct finding {
  wrong_case *to;
  const wrong_options *options;
  sieve_builds with;
  act_result *first; /* of the first reference alone; NULL: it did not end */
  act_result *seen;  /* one for each step of the plan */
  bool changes;      /* what the bad program does: from run to run */
} finding;

/* Forgets what was seen. */
void finding_forget(finding *self);
/* Leaves a step out; its result goes too. */
void finding_drop(finding *self, size_t at);
/* Carries the plan out on the original. Errors as those of wrong_show. */
rd_status finding_show(finding *self, rd_error *err);
/* The first error of a step that does not build the original, behind its name;
 * caller's. */
char *finding_error(const finding *self, size_t at);
/* How long a program may compute if the right one does this. */
unsigned finding_limit(const behaviour *good);
/* Says why the program cannot be reduced; `problem` is taken. */
void finding_blame(finding *self, wrong_fault fault, char *problem);
/* Tries the sieve on the original, and brings the plan into its last form. Errors as
 * those of wrong_show. */
rd_status finding_sieve(finding *self, rd_error *err);

#endif
