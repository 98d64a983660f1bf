/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prepares a compiler process for a zygote: the command that lets the preloaded
 * library stop it just before it reads its text. */
#ifndef COMPILER_PRELOAD_H
#define COMPILER_PRELOAD_H

#include "compiler/compiler.h"
#include "compiler/words.h"

/* {0} is none. */
typedef struct preload {
  char *file; /* the text's path as the process will open it */
  char *stub; /* a file beside it that is read first, or NULL */
  char *stub_text;
  strings words, environment; /* as in a job; words[0] is the path of the
                                 program, and the owner's socket is not yet
                                 set */
} preload;

/* RD_ERR_UNSUPPORTED with the reason: this program cannot be stopped.
 * RD_ERR_NOTFOUND: the program does not exist. */
rd_status preload_init(preload *out, const job *what, compiler_family family,
                       const char *module, rd_error *err);
void preload_dispose(preload *self);

#endif
