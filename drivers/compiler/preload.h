/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiler process as a zygote needs it: what to start so that the preloaded
 * library can stop it just before it reads its text. */
#ifndef COMPILER_PRELOAD_H
#define COMPILER_PRELOAD_H

#include "compiler/compiler.h"
#include "compiler/words.h"

/* {0} is none. */
typedef struct preload {
  char *file; /* the text, as the process will look at it */
  char *stub; /* a file beside it that is read first, or NULL */
  char *stub_text;
  strings words, environment; /* as in a job; the words name the program's file,
                                 and the owner's socket is not yet there */
} preload;

/* RD_ERR_UNSUPPORTED with the reason: this program cannot be stopped.
 * RD_ERR_NOTFOUND: there is no such program. */
rd_status preload_init(preload *out, const job *what, compiler_family family,
                       const char *module, rd_error *err);
void preload_dispose(preload *self);

#endif
