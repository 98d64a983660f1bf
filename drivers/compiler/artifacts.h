/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts of tests that the user wants to keep. */
#ifndef COMPILER_ARTIFACTS_H
#define COMPILER_ARTIFACTS_H

#include <stddef.h>
#include <stdint.h>

#include "reduce/oracle.h"

typedef struct artifacts {
  const char *also;  /* folder of the texts that are interesting too, or NULL */
  const char *temps; /* folder of all tests, or NULL */
  const char *name;  /* of a text in the folder of its test */
  uint64_t *met;     /* hashes of the texts in `also` */
  size_t met_count;
  unsigned last; /* number in `also` */
} artifacts;

/* All lent. The folders are made when something is kept. */
void artifacts_init(artifacts *out, const char *also, const char *temps,
                    const char *name);
void artifacts_dispose(artifacts *self);
/* Keeps a text that is interesting too as NNNN with the name's suffix, unless
 * it was kept before. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status artifacts_add_text(artifacts *self, const char *text, size_t size,
                             rd_error *err);

/* A test that is over. */
typedef struct kept_test {
  uint64_t number; /* from 0, in the order of their begin */
  rd_verdict verdict;
  const char *text;
  size_t size;
  const char *output; /* of its runs */
  size_t output_size;
} kept_test;

/* Keeps a test as NNNNNN-VERDICT/. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status artifacts_add_test(const artifacts *self, const kept_test *test,
                             rd_error *err);

#endif
