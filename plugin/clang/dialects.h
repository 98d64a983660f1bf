/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries on the table of languages that libclang reads (dialects.def). */
#ifndef CLANG_DIALECTS_H
#define CLANG_DIALECTS_H

#include "reduce/frontend.h"

/* Whose words a text reserves (words.def). */
enum {
  WORDS_C = 1 << 0,
  WORDS_CXX = 1 << 1,
  WORDS_OPENCL = 1 << 2,
  WORDS_CUDA = 1 << 3
};

typedef struct dialect {
  const char *option; /* -x... of libclang */
  uint32_t words;     /* WORDS_... */
} dialect;

/* For rd_frontend: the end has no name. */
extern const rd_language dialect_languages[];
/* That of the language, else of the file's suffix, else C. Static. */
const dialect *dialect_of(const rd_frontend_options *options);

#endif
