/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of compilers that a test has to treat: the rows of arguments.def, which
 * says what the words mean. */
#ifndef COMPILER_ARGUMENTS_H
#define COMPILER_ARGUMENTS_H

#include <stdbool.h>

#include "compiler/invocation.h"
#include "compiler/programs.h"

typedef enum form { ALONE, VALUE, EITHER, PREFIX } form;
typedef enum action {
  KEEP,
  PATH,
  DROP,
  OUTPUT,
  FOLDER,
  MODE,
  LEVEL,
  CUT,
  LIST
} action;
enum { OWN, TRIED = SHARED_TRIAL, JUDGED = SHARED_JUDGE, SHARED = 3 };

typedef struct argument {
  const char *spelling;
  form form;
  action action;
  unsigned sharing;
  compiler_family family; /* whose option it is; FAMILY_OTHER: anybody's */
} argument;

/* The row of a word for everybody, or for a family; NULL: none. *joined_out: the value
 * within the word, or NULL; lent. */
const argument *argument_find(const char *word, const char **joined_out);
const argument *argument_find_of(compiler_family family, const char *word,
                                 const char **joined_out);
/* Where the file that the option writes begins in the word; at the end: it is the
 * next word; NULL: the option names none. Lent. */
const char *argument_output(const char *word);

#endif
