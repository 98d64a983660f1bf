/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the words of a command line may be (values.def). */
#ifndef CLANG_HDD_VALUES_H
#define CLANG_HDD_VALUES_H

#include "base/text.h"
#include "reduce/status.h"

typedef enum value_source {
  VALUE_NOTHING,
  /* what a shell finds when it is asked */
  VALUE_FILES,
  VALUE_FOLDERS,
  VALUE_PROGRAMS,     /* that can be run: by PATH, or files */
  VALUE_PROGRAM_LINE, /* one with its arguments */
  VALUE_CRASHES,      /* files, and the bundles that `watch` has kept */
  VALUE_BUNDLES,      /* these alone */
  /* lists that are known here */
  VALUE_LEVELS, /* of --match */
  VALUE_ALGORITHMS,
  VALUE_PASSES,
  VALUE_FRONTENDS,
  VALUE_LANGUAGES,
  VALUE_FORMATS, /* of report */
  VALUE_COMMANDS,
  VALUE_SHELLS,
  VALUE_SOURCES
} value_source;

/* Of an option's value, by the name of its argument (NULL: it has none). */
value_source value_of_argument(const char *argument);
/* Of the words of the command of that name. */
value_source value_of_words(const char *name);

/* A list; meanings[i] is what names[i] is, in a few words, or "". */
typedef struct value_list {
  strings names, meanings;
} value_list;

/* Adds the list of the source; nothing for one that a shell knows. Front ends
 * are loaded for their names. Owner: value_list_free in any case. RD_ERR_IO. */
rd_status value_list_read(value_list *out, value_source source, rd_error *err);
void value_list_free(value_list *self);
/* The beginning of a help text, up to where it goes into details; caller's. */
char *value_brief(const char *help);

#endif
