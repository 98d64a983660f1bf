/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reduced file on disk, or the folder of several. At any moment it holds the
 * last accepted text or its previous content, never part of one. */
#ifndef CLANG_HDD_OUTPUT_H
#define CLANG_HDD_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/text.h"
#include "reduce/status.h"

typedef enum output_place {
  OUTPUT_FILE,
  OUTPUT_IN_PLACE,       /* the input; the original is kept as FILE.orig */
  OUTPUT_IN_PLACE_AGAIN, /* the same; the original may be kept already */
} output_place;

typedef struct output {
  char *path;     /* the reduced file, or the folder of several */
  char *resolved; /* the same, links followed */
  char *temporary;
  char *backup; /* in place: path of the original; else NULL */
  char *folder; /* "bug.hdd" beside the output, for the other files of the run;
                 * its stem is that of the file that the user named, FILE or the
                 * one of -o; it need not exist */
  char *input;
  mode_t mode;
  bool has_backup; /* the original is kept already */
  bool written;
  struct stat last; /* of the file as it was written last */
  bool is_ours;     /* what was there is of this reduction, which is resumed */
  char *kept;       /* where something else that was there is now, or NULL */
  const strings *files; /* names of several files; NULL: it is one */
  char *base;           /* the folder of their originals */
  struct output *each; /* in place: the outputs of the files that are reduced */
  size_t each_count;
} output;

/* Several files. All lent. */
typedef struct output_files {
  const strings *names;
  size_t reduced;
  const char *base;
} output_files;

/* "bug.c" becomes "bug.reduced.c", and "bug.rs", whose name is that of a module,
 * "bug_reduced.rs"; caller's. */
char *output_default_path(const char *input);
/* The path for the original, "bug.c.orig"; caller's. */
char *output_backup_path(const char *input);
/* Is it one of the program's own streams? One may lead to a file, which is not to
 * be replaced while it is used. */
bool output_is_stream(const char *path);
/* Can the result be written in the current folder, but not beside the input? */
bool output_goes_here(const char *input);
/* Sets the output to `path` (NULL: the default), or to the input for in place.
 * Checks that it can be written, and leaves nothing behind. RD_ERR_IO and
 * others with a message. */
rd_status output_init(output *out, const char *input, const char *path,
                      output_place place, rd_error *err);
/* The same for several files. `names` are those in a text (joined.h); the first
 * `reduced` are in the folder `base` and are replaced in place, the others stay.
 * Not in place, all are written into a folder: `path`, or "main.reduced" for
 * main.c. */
rd_status output_init_files(output *out, const char *input, const char *path,
                            output_place place, const output_files *what,
                            rd_error *err);
/* The folder of the report, "bug.report" beside `folder`; caller's. */
char *output_report_folder(const output *self);
/* Is this text what is there? Then it is ours, and not kept when it is
 * replaced. */
bool output_claim(output *self, const char *bytes, size_t size);
/* Replaces the reduced file. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status output_write(output *self, const char *bytes, size_t size,
                       rd_error *err);
/* Is a result there that is written or of the run that is resumed? */
bool output_has_result(const output *self);
/* The size of what is there, as a text; UINT64_MAX: nothing, or a part of it. */
uint64_t output_size(const output *self);
/* Makes the written file survive a crash of the system. What was there and has
 * the same content is no longer kept. */
void output_finish(output *self);
void output_dispose(output *self);

#endif
