/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Test texts that the user wants to keep. */
#ifndef COMPILER_ARTIFACTS_H
#define COMPILER_ARTIFACTS_H

#include <stddef.h>
#include <stdint.h>

#include "reduce/oracle.h"

typedef struct artifacts {
  const char *also;  /* folder for texts that are also interesting, or NULL */
  const char *temps; /* folder for all tests, or NULL */
  const char *name;  /* file name of a text in its test folder */
  uint64_t *met;     /* hashes of the texts in `also` */
  size_t met_count;
  unsigned last; /* last number used in `also` */
} artifacts;

/* All pointers are borrowed. The folders are created on first use. */
void artifacts_init(artifacts *out, const char *also, const char *temps,
                    const char *name);
void artifacts_dispose(artifacts *self);
/* Saves an "also interesting" text as NNNN plus the suffix of `name`, unless it
 * was saved before. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status artifacts_add_text(artifacts *self, const char *text, size_t size,
                             rd_error *err);

/* A finished test. */
typedef struct kept_test {
  uint64_t number; /* from 0, in starting order */
  rd_verdict verdict;
  const char *text;
  size_t size;
  const char *output; /* of its runs */
  size_t output_size;
} kept_test;

/* Saves a test as NNNNNN-VERDICT/. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status artifacts_add_test(const artifacts *self, const kept_test *test,
                             rd_error *err);

#endif
