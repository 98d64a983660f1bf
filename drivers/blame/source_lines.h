/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which lines of a source a reduced text was made of. */
#ifndef BLAME_SOURCE_LINES_H
#define BLAME_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A line of a file. */
typedef struct place {
  char *file; /* its name, as a line marker or the caller gives it */
  uint32_t line;
} place;

/* Each line once, files in the order of their first lines, lines rising. */
typedef struct places {
  place *data;
  size_t size;
} places;

/* A text that was compiled. Lent. */
typedef struct lined_text {
  const char *name; /* the file of lines before the first marker */
  const char *text;
  size_t size;
  bool marked; /* it was preprocessed: `# 12 "file.h"` says where a line is
                  from */
} lined_text;

/* The lines that hold something of the reduced text; those in which only
 * punctuation, keywords and digits are left of it do not count. Owner: places_dispose. */
void lines_of_reduced(places *out, const lined_text *whole, const char *reduced,
                      size_t size);
/* Adds the names of the files that the markers of a text name, each once. */
void lines_files(strings *out, const char *text, size_t size);
void places_dispose(places *self);

#endif
