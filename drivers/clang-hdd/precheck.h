/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front end's diagnostics of a text before a compiler is paid (foresight). */
#ifndef CLANG_HDD_PRECHECK_H
#define CLANG_HDD_PRECHECK_H

#include "reduce/server.h"

typedef struct precheck {
  rd_server *server; /* NULL: nobody is asked */
  uint32_t relax;    /* the least that the original needs */
} precheck;

/* Finds the least relaxation with which the front end accepts the original; if
 * it accepts it with none, the one that leaves the fewest errors. False, and
 * nobody is asked, if it cannot check or fails on the original. Cost: a check
 * or a few. */
bool precheck_init(precheck *out, rd_server *server, const char *text,
                   size_t size);
/* What rd_reduce asks; the payload is a precheck. A text that the front end
 * dies of counts as valid: the compiler has to say. */
rd_status precheck_ask(rd_diagnostics *out, void *payload, const char *text,
                       size_t size, rd_error *err);

#endif
