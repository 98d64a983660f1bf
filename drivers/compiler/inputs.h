/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The files that options read which arguments.def does not list. */
#ifndef COMPILER_INPUTS_H
#define COMPILER_INPUTS_H

#include <stdbool.h>

#include "base/text.h"

/* Where to look for them. Everything is lent. */
typedef struct inputs {
  const char *cwd, *file; /* the source itself is no input of an option */
  const strings *words;   /* the command, whose outputs are none either */
} inputs;

/* The word of the command with an absolute path in -option=FILE; caller's. */
char *inputs_word(const inputs *self, const char *word);
/* The same for a word for a part of the compiler, which may also be FILE. *is_name: the
 * last one for that part has a value that is no such file; set for the next. Caller's. */
char *inputs_forwarded(const inputs *self, bool *is_name, const char *word);
/* The same for each word of a list, -include,FILE; caller's. */
char *inputs_list(const inputs *self, bool *is_name, const char *list);

#endif
