/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A text to be judged. */
#ifndef RD_QUESTION_H
#define RD_QUESTION_H

#include "cache.h"

typedef struct rd_question {
  const char *text; /* lent for the call */
  size_t size;
  rd_key key;
  const char *pass; /* the pass that asks; NULL: none */
  bool is_checked;  /* do not test it if foresight rejects it */
} rd_question;

#endif
