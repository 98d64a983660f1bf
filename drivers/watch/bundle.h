/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Crash bundles: what is needed to reduce a crash of which a build told us, one
 * folder for each signature.
 *
 *   $XDG_STATE_HOME/clang-hdd/crashes/<id>/bundle.json
 *                                        /<source's stem>.i   preprocessed
 *                                        /<source's name>     as it was, if it
 *                                                             only crashes so
 *                                        /output.txt          of the compiler
 */
#ifndef WATCH_BUNDLE_H
#define WATCH_BUNDLE_H

#include <stdint.h>

#include "compiler/memory.h"
#include "reduce/status.h"

typedef struct bundle {
  char *id;            /* of the folder: short, of the signature */
  char *folder;        /* its path */
  char *source;        /* path of the file to reduce */
  char *directory;     /* where the command was run */
  strings command;     /* the compiler and its arguments, as they were run */
  strings environment; /* NAME=VALUE that matter to compilers */
  char *compiler;      /* its version line */
  char *signature;     /* the crash in one line */
  char *date;          /* 2026-01-31T12:00:00Z */
  uint64_t seen;       /* how often it was met */
} bundle;

/* $XDG_STATE_HOME/clang-hdd/crashes or what stands for it; caller's. NULL: there
 * is neither that nor $HOME. */
char *bundles_folder(void);
/* All bundles, newest first; damaged ones are left out and counted. Owner:
 * bundles_free. RD_ERR_IO. */
rd_status bundles_read(bundle **out, size_t *count_out, size_t *damaged_out,
                       rd_error *err);
void bundles_free(bundle *list, size_t count);
/* By the path of its folder, or by its id or an unambiguous beginning of it.
 * RD_ERR_NOTFOUND; RD_ERR_INVALID: damaged or ambiguous. Owner: bundle_dispose. */
rd_status bundle_find(bundle *out, const char *name, rd_error *err);
/* Is this the path of such a folder? */
bool bundle_is(const char *path);
/* Writes it, or counts it where the signature is known; all or nothing.
 * RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status bundle_write(bundle *self, const char *text, size_t size,
                       const char *output, bool *is_new_out, rd_error *err);
void bundle_dispose(bundle *self);

#endif
