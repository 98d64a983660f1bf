/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates a command for another compiler. */
#ifndef TRIAGE_TRANSLATE_H
#define TRIAGE_TRANSLATE_H

#include "compiler/compiler.h"

/* The command and the other compiler. All lent. */
typedef struct translation {
  const invocation *command;
  const compiler *from;
  const char *program; /* the other compiler */
  compiler_family to;
  const char *name; /* of the text */
} translation;

/* Adds the command for the other compiler: unchanged within a family, else the
 * options that families share. A driver replaces a compiler proper unless both
 * are clang. */
void translate(strings *out, const translation *what);
/* Adds the words of the command that a line of output complains about, such as
 * "error: unknown argument: '-fx'"; each is one of `words`. */
void complaints_find(strings *out, const char *line, const strings *words);
/* Removes these words; a mode other than -c becomes -c. */
void words_remove(strings *words, const strings *removed);

#endif
