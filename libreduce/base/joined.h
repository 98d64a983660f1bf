/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of several files: each begins with a *border*, a line that names
 * it. */
#ifndef BASE_JOINED_H
#define BASE_JOINED_H

#include "base/text.h"
#include "reduce/status.h"

/* The first byte of a border. No file that is joined has it. */
#define JOINED_MARK '\x1e'

/* A file in the joined text. {0} comes before the first. */
typedef struct joined_part {
  size_t file;       /* its number in the names */
  size_t border;     /* of its border; == begin: it has none */
  size_t begin, end; /* of its content; all in bytes of the joined text */
} joined_part;

/* Adds a file; it gets a line break at its end if it lacks one. */
void joined_add(textbuf *out, const char *name, const char *text, size_t size);
/* Goes to the next file; false: there is none. A border is a line with the mark
 * and one of the names; text before the first border belongs to file 0. */
bool joined_next(joined_part *part, const strings *names, const char *text,
                 size_t size);
/* The content of a file, empty if the text has none; lent. */
const char *joined_file(size_t *size_out, const strings *names, size_t file,
                        const char *text, size_t size);
/* Writes each file under its name into the folder. RD_ERR_NOSPACE, RD_ERR_IO.
 */
rd_status joined_write(const char *folder, const strings *names,
                       const char *text, size_t size, rd_error *err);

/* Writes a text to a path that did not exist: as one file if `names` is empty,
 * else into a folder. */
rd_status joined_create(const char *path, const strings *names,
                        const char *text, size_t size, rd_error *err);
/* As files with a line "//--- NAME" before each, the form of LLVM's split-file;
 * caller's. */
char *joined_show(size_t *size_out, const strings *names, const char *text,
                  size_t size);

#endif
