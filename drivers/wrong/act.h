/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Carries a plan out on the text in the current folder. */
#ifndef WRONG_ACT_H
#define WRONG_ACT_H

#include "wrong/behaviour.h"
#include "wrong/plan.h"

/* What a step showed. */
typedef struct act_result {
  bool built;
  char *messages; /* of the build */
  behaviour did;  /* the program, if it was built and runs */
} act_result;

/* Tests the text: ends at the first step that refuses it. Returns one of the
 * statuses of plan.h, and prints the wall time in us of each step it took. */
int act_test(const plan *what);
/* Carries out all steps, and prints what each showed, for act_read. */
int act_show(const plan *what);
/* Reads what act_show has printed; false: it is damaged. *out has a result for
 * each step, caller's; release each with act_dispose. */
bool act_read(act_result **out, const plan *what, const char *text,
              size_t size);
void act_dispose(act_result *self);
/* The first of these warnings in the messages of a compiler, which may be NULL,
 * or NULL; lent. */
const char *act_warning(const strings *warnings, const char *messages);

#endif
