/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A command's words for another compiler. */
#ifndef TRIAGE_TRANSLATE_H
#define TRIAGE_TRANSLATE_H

#include "compiler/compiler.h"

/* What is to be run. All lent. */
typedef struct translation {
  const invocation *command;
  const compiler *from;
  const char *program; /* the other compiler */
  compiler_family to;
  const char *name; /* of the text */
} translation;

/* Adds the command for the other compiler: all of it for one of the same
 * family, what families share for others. A compiler proper is replaced by a
 * driver, unless both are clang. */
void translate(strings *out, const translation *what);
/* Adds the words of the command that a line of output complains about, such as
 * "error: unknown argument: '-fx'"; each is in `words`. */
void complaints_find(strings *out, const char *line, const strings *words);
/* Removes these words; what chose another mode than -c becomes -c. */
void words_remove(strings *words, const strings *removed);
/* Adds the options with which the family accepts what C89 had and C99 has not,
 * such as implicit int, which its newer versions reject; of those that clang
 * has the ones that the output names. */
void habits_allow(strings *words, compiler_family family, const char *output);

#endif
