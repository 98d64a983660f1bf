/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the lines of a source that a reduced text was made of. */
#ifndef BLAME_SOURCE_LINES_H
#define BLAME_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A line of a file. */
typedef struct place {
  char *file; /* its name, from a line marker or the caller */
  uint32_t line;
} place;

/* Each line once; files in the order of their first lines, lines ascending. */
typedef struct places {
  place *data;
  size_t size;
} places;

/* A compiled text. Lent. */
typedef struct lined_text {
  const char *name; /* the file of lines before the first marker */
  const char *text;
  size_t size;
  bool marked; /* it was preprocessed: `# 12 "file.h"` shows where a line is
                  from */
} lined_text;

/* The lines that contribute to the reduced text, except those of which it keeps
 * only punctuation, keywords and digits. Owner: places_dispose. */
void lines_of_reduced(places *out, const lined_text *whole, const char *reduced,
                      size_t size);
/* Adds the file names in the markers of a text, each once. */
void lines_files(strings *out, const char *text, size_t size);
/* The same for files that are included: a #line names any. */
void lines_entered(strings *out, const char *text, size_t size);
void places_dispose(places *self);

#endif
