/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks a text with the front end before the compiler runs on it
 * (foresight). */
#ifndef CLANG_HDD_PRECHECK_H
#define CLANG_HDD_PRECHECK_H

#include "reduce/server.h"

typedef struct precheck {
  rd_server *server; /* NULL: never asked */
  uint32_t relax;    /* the least relaxation that the original needs */
} precheck;

/* Finds the least relaxation with which the front end accepts the original; if
 * it rejects the original with every relaxation, the one that leaves the fewest
 * errors. False, and the front end is never asked, if it cannot check or fails
 * on the original. Cost: a check or a few. */
bool precheck_init(precheck *out, rd_server *server, const char *text,
                   size_t size);
/* The callback for rd_reduce; the payload is a precheck. A text that crashes
 * the front end counts as valid, since the compiler has to decide. */
rd_status precheck_ask(rd_diagnostics *out, void *payload, const char *text,
                       size_t size, rd_error *err);

#endif
