/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A text to be judged. */
#ifndef RD_QUESTION_H
#define RD_QUESTION_H

#include "cache.h"

typedef struct rd_question {
  const char *text; /* lent for the call */
  size_t size;
  rd_key key;
  const char *pass; /* whose it is; NULL: nobody's */
  bool is_checked;  /* no test of what foresight rejects */
} rd_question;

#endif
