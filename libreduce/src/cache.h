/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Questions, and the verdicts on earlier ones. */
#ifndef RD_CACHE_H
#define RD_CACHE_H

#include "base/text.h"
#include "reduce/oracle.h"

/* Identifies a text by a 128-bit hash. */
typedef struct rd_key {
  uint64_t low, high;
} rd_key;

rd_key rd_key_of(const char *text, size_t size);
bool rd_key_is_same(rd_key a, rd_key b);

/* A text to be judged. */
typedef struct rd_question {
  const char *text; /* lent for the call */
  size_t size;
  rd_key key;
  const char *pass; /* the pass that asks; NULL: none */
  bool is_checked;  /* do not test it if foresight rejects it */
} rd_question;

/* RD_ERR_INVALID: an oracle cannot say that. */
rd_status rd_verdict_check(rd_verdict verdict, rd_error *err);

typedef struct rd_cache rd_cache;

/* A cache that uses at most this much memory; the oldest texts are forgotten
 * first. 0: 64 MiB. */
rd_cache *rd_cache_new(size_t most_bytes);
void rd_cache_free(rd_cache *cache);
bool rd_cache_find(rd_verdict *out, const rd_cache *cache, rd_key key);
/* A known text keeps its place in the order of age. */
void rd_cache_add(rd_cache *cache, rd_key key, rd_verdict verdict);

#endif
