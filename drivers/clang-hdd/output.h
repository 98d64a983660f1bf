/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reduced file on disk: at any moment either the last accepted text or what
 * was there before, never half of one. */
#ifndef CLANG_HDD_OUTPUT_H
#define CLANG_HDD_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include "reduce/status.h"

typedef enum output_place {
  OUTPUT_FILE,
  OUTPUT_IN_PLACE,       /* the input itself, which is kept as FILE.orig */
  OUTPUT_IN_PLACE_AGAIN, /* the same; it may have been kept already */
} output_place;

typedef struct output {
  char *path;     /* the reduced file */
  char *resolved; /* the same, links followed */
  char *temporary;
  char *backup; /* in place: where the original goes; else NULL */
  char *folder; /* "bug.hdd" beside the output, for what else is kept: under the
                   stem of the file that the user named, FILE or that of -o; it
                   need not be there */
  char *input;
  mode_t mode;
  bool written;
} output;

/* "bug.c" becomes "bug.reduced.c"; caller's. */
char *output_default_path(const char *input);
/* Where an original goes, "bug.c.orig"; caller's. */
char *output_backup_path(const char *input);
/* Where to: `path`, or NULL for the default; or in place. Checks that it can be
 * written, and leaves nothing. RD_ERR_IO and others with a message. */
rd_status output_init(output *out, const char *input, const char *path,
                      output_place place, rd_error *err);
/* Where the report goes, "bug.report" beside folder; caller's. */
char *output_report_folder(const output *self);
/* Replaces the reduced file. RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status output_write(output *self, const char *bytes, size_t size,
                       rd_error *err);
/* Makes sure that what was written survives a crash of the system. */
void output_sync(const output *self);
void output_dispose(output *self);

#endif
