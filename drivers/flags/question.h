/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle of flags_reduce: a command in, a verdict out. */
#ifndef FLAGS_QUESTION_H
#define FLAGS_QUESTION_H

#include "flags/flags.h"
#include "flags/option.h"

/* One test waits between submit and wait. */
typedef struct question {
  const flags_request *request;
  const char *known; /* this text has the property; NULL: unknown */
  rd_ticket ticket;
  rd_verdict verdict;
  rd_status status;
  rd_error err;
} question;

/* The interface for rd_reduce; the question is its payload. */
rd_oracle question_oracle(question *self);

#endif
