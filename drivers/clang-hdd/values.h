/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The possible values of words on a command line (values.def). */
#ifndef CLANG_HDD_VALUES_H
#define CLANG_HDD_VALUES_H

#include "base/text.h"
#include "reduce/status.h"

typedef enum value_source {
  VALUE_NOTHING,
  /* found by the shell */
  VALUE_FILES,
  VALUE_FOLDERS,
  VALUE_PROGRAMS,     /* that can be executed: from PATH, or files */
  VALUE_PROGRAM_LINE, /* a program with its arguments */
  VALUE_CRASHES,      /* files, and the bundles that `watch` has saved */
  VALUE_BUNDLES,      /* only these bundles */
  /* lists known to this program */
  VALUE_LEVELS,     /* of --match */
  VALUE_VALIDITIES, /* of --valid */
  VALUE_ALGORITHMS,
  VALUE_PASSES,
  VALUE_FRONTENDS,
  VALUE_LANGUAGES,
  VALUE_GRAMMARS, /* what to do with them, and their names */
  VALUE_FORMATS,  /* of report */
  VALUE_COMMANDS,
  VALUE_SHELLS,
  VALUE_SOURCES
} value_source;

/* The source of an option's value, by the name of its argument (NULL: none). */
value_source value_of_argument(const char *argument);
/* The source of the words of the command with that name. */
value_source value_of_words(const char *name);

/* A list; meanings[i] describes names[i] in a few words, or is "". */
typedef struct value_list {
  strings names, meanings;
} value_list;

/* Adds the list of the source; adds nothing for one that the shell knows. Loads
 * the front ends for their names. Owner: value_list_free in any case.
 * RD_ERR_IO. */
rd_status value_list_read(value_list *out, value_source source, rd_error *err);
void value_list_free(value_list *self);
/* The beginning of a help text, without the details; caller's. */
char *value_brief(const char *help);

#endif
