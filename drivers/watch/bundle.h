/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Crash bundles: everything needed to reduce a crash that occurred in a build,
 * one folder for each signature and compiler version.
 *
 *   $XDG_STATE_HOME/clang-hdd/crashes/<id>/
 *     bundle.json
 *     <source's name>  preprocessed; unchanged if it crashes only in that form
 *     output.txt       of the compiler
 */
#ifndef WATCH_BUNDLE_H
#define WATCH_BUNDLE_H

#include <stdint.h>

#include "base/text.h"
#include "reduce/status.h"

/* BUNDLES_MAX bundles are kept, or the number in this environment variable. */
#define BUNDLES_LIMIT "CLANG_HDD_BUNDLES_MAX"
enum { BUNDLES_MAX = 100 };

typedef struct bundle {
  char *id;            /* of the folder: derived from signature and compiler */
  char *folder;        /* its path */
  char *source;        /* path of the file to reduce */
  char *word;          /* the name of that file in the command */
  bool standalone;     /* false: the files that it includes are not in the
                          bundle */
  char *directory;     /* where the command was run */
  strings command;     /* the compiler and its arguments as they were run, but
                          with @files expanded and other sources omitted */
  strings environment; /* the NAME=VALUE pairs that affect compilers, and those
                          that env set for this one */
  char *compiler;      /* its version line */
  char *signature;     /* the crash in one line */
  char *first, *last;  /* times of the crash: 2026-01-31T12:00:00Z */
  char *latest;        /* path of the source that crashed last */
  uint64_t seen;       /* number of crashes */
} bundle;

/* ---- on disk; for keep.c and `list` ---- */

#define BUNDLE_JSON "bundle.json"
#define BUNDLE_OUTPUT "output.txt"

/* Reads the bundle in a folder. RD_ERR_NOTFOUND, RD_ERR_IO; RD_ERR_INVALID: it
 * is damaged. Owner: bundle_dispose. */
rd_status bundle_read(bundle *out, const char *folder, rd_error *err);
/* The folder of the bundle with that id or unambiguous prefix; caller's.
 * RD_ERR_NOTFOUND, RD_ERR_INVALID: ambiguous. */
rd_status bundle_folder(char **out, const char *id, rd_error *err);
/* The content of BUNDLE_JSON for the bundle; caller's. */
char *bundle_text(const bundle *self);

/* ---- the content ---- */

/* Adds the variables that affect compilers, as set here, and those set in
 * `more`. */
void bundle_environment(strings *out, const strings *more);
/* Adds the changes that turn this environment into the bundle's: NAME=VALUE, or
 * NAME to unset it. */
void bundle_changes(strings *out, const bundle *self);
/* What a compiler's version line says of the compiler, however it was called:
 * the line or its end. */
const char *bundle_compiler(const char *version);
/* The id for a signature and a compiler's version line; caller's. */
char *bundle_id(const char *signature, const char *compiler);
/* Adds the command with the bundle's file in place of the build's. */
void bundle_command(strings *out, const bundle *self);

/* $XDG_STATE_HOME/clang-hdd/crashes or its default; caller's. NULL: neither
 * that variable nor $HOME is set. */
char *bundles_folder(void);
/* Reads all bundles, most recent crash first; adds the ids of damaged ones to
 * `damaged` (may be NULL). A missing folder means no bundles. Owner:
 * bundles_free. RD_ERR_IO. */
rd_status bundles_read(bundle **out, size_t *count_out, strings *damaged,
                       rd_error *err);
void bundles_free(bundle *list, size_t count);
/* Finds a bundle by the path of its folder, by its id or by an unambiguous
 * prefix of it. RD_ERR_NOTFOUND; RD_ERR_INVALID: damaged or ambiguous. Owner:
 * bundle_dispose. */
rd_status bundle_find(bundle *out, const char *name, rd_error *err);
/* Is this the path of a bundle's folder? */
bool bundle_is(const char *path);

/* Counts the crash if its id is known: then *known_out is true and self->seen
 * is the number of crashes. If the same source was counted after `since`
 * (nanoseconds since 1970), another watch has reported the same compile:
 * self->seen is 0. RD_ERR_IO, RD_ERR_NOSPACE. */
rd_status bundle_count(bool *known_out, bundle *self, int64_t since,
                       rd_error *err);
/* Writes a new bundle, all or nothing, removes those in excess of the limit,
 * and sets `first`, `last`, `latest` and `seen`. A bundle that another process
 * wrote meanwhile is kept and counted. RD_ERR_NOSPACE, RD_ERR_IO,
 * RD_ERR_NOTFOUND: there is no folder for bundles. */
rd_status bundle_write(bundle *self, const char *text, size_t size,
                       const char *output, size_t output_size, rd_error *err);
/* Removes the bundle with that id or unambiguous prefix, even if it is damaged.
 * RD_ERR_NOTFOUND, RD_ERR_INVALID: ambiguous; RD_ERR_IO. */
rd_status bundle_remove(const char *id, rd_error *err);
void bundle_dispose(bundle *self);

#endif
