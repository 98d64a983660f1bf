/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Crash bundles: what is needed to reduce a crash that a build met, one folder
 * for each signature and version of a compiler.
 *
 *   $XDG_STATE_HOME/clang-hdd/crashes/<id>/bundle.json
 *                                        /<source's name> preprocessed, or as it
 *                                                         was, if it only crashes
 *                                                         so
 *                                        /output.txt      of the compiler
 */
#ifndef WATCH_BUNDLE_H
#define WATCH_BUNDLE_H

#include <stdint.h>

#include "base/text.h"
#include "reduce/status.h"

/* BUNDLES_MAX, or as many as this environment variable says, are kept. */
#define BUNDLES_LIMIT "CLANG_HDD_BUNDLES_MAX"
enum { BUNDLES_MAX = 100 };

typedef struct bundle {
  char *id;            /* of the folder: of signature and compiler */
  char *folder;        /* its path */
  char *source;        /* path of the file to reduce */
  char *word;          /* what the command calls that file */
  bool standalone;     /* false: what it includes is not in the bundle */
  char *directory;     /* where the command was run */
  strings command;     /* the compiler and its arguments, as they were run, but
                          @files replaced and other sources left out */
  strings environment; /* NAME=VALUE that matter to compilers, and those that
                          were set for this one by env */
  char *compiler;      /* its version line */
  char *signature;     /* the crash in one line */
  char *first, *last;  /* when it was met: 2026-01-31T12:00:00Z */
  char *latest;        /* path of the source with which it was met last */
  uint64_t seen;       /* how often */
} bundle;

/* ---- on disk; for keep.c and `list` ---- */

#define BUNDLE_JSON "bundle.json"
#define BUNDLE_OUTPUT "output.txt"

/* Reads the bundle in a folder. RD_ERR_NOTFOUND, RD_ERR_IO; RD_ERR_INVALID: it
 * is damaged. Owner: bundle_dispose. */
rd_status bundle_read(bundle *out, const char *folder, rd_error *err);
/* The folder of the bundle with that id or an unambiguous beginning of it;
 * caller's. RD_ERR_NOTFOUND, RD_ERR_INVALID: ambiguous. */
rd_status bundle_folder(char **out, const char *id, rd_error *err);
/* What BUNDLE_JSON says of it; caller's. */
char *bundle_text(const bundle *self);

/* ---- what it is made of ---- */

/* Adds the variables that matter to compilers, as they are set here, and those
 * of `more` that are set there. */
void bundle_environment(strings *out, const strings *more);
/* Adds what has to be changed here to have the bundle's: NAME=VALUE, or NAME to
 * unset it. */
void bundle_changes(strings *out, const bundle *self);
/* The id for a signature and a compiler's version line; caller's. */
char *bundle_id(const char *signature, const char *compiler);
/* Adds the command with the bundle's file in the place of the build's. */
void bundle_command(strings *out, const bundle *self);

/* $XDG_STATE_HOME/clang-hdd/crashes or what stands for it; caller's. NULL:
 * there is neither that nor $HOME. */
char *bundles_folder(void);
/* All bundles, the last met first; the ids of damaged ones are added to
 * `damaged` (NULL: to nothing). No folder is no bundle. Owner: bundles_free.
 * RD_ERR_IO. */
rd_status bundles_read(bundle **out, size_t *count_out, strings *damaged,
                       rd_error *err);
void bundles_free(bundle *list, size_t count);
/* By the path of its folder, or by its id or an unambiguous beginning of it.
 * RD_ERR_NOTFOUND; RD_ERR_INVALID: damaged or ambiguous. Owner: bundle_dispose.
 */
rd_status bundle_find(bundle *out, const char *name, rd_error *err);
/* Is this the path of such a folder? */
bool bundle_is(const char *path);

/* Counts it where the id is known. *known_out says so, self->seen how often
 * then. If the same source was counted after `since` (nanoseconds since 1970),
 * it is the same compile, which another watch has reported: self->seen is 0.
 * RD_ERR_IO, RD_ERR_NOSPACE. */
rd_status bundle_count(bool *known_out, bundle *self, int64_t since,
                       rd_error *err);
/* Writes a new one, all or nothing, and removes those that are too many; fills
 * in `first`, `last`, `latest` and `seen`. One that was written meanwhile is
 * kept and counted. RD_ERR_NOSPACE, RD_ERR_IO, RD_ERR_NOTFOUND: there is no
 * place for bundles. */
rd_status bundle_write(bundle *self, const char *text, size_t size,
                       const char *output, size_t output_size, rd_error *err);
/* Removes the one of that id, or of an unambiguous beginning of it, also if it
 * is damaged. RD_ERR_NOTFOUND, RD_ERR_INVALID: ambiguous; RD_ERR_IO. */
rd_status bundle_remove(const char *id, rd_error *err);
void bundle_dispose(bundle *self);

#endif
