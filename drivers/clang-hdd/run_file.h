/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A file that describes a run, so that a later process can tell whether it is
 * asked to continue the same one. */
#ifndef CLANG_HDD_RUN_FILE_H
#define CLANG_HDD_RUN_FILE_H

#include <stdbool.h>

#include "reduce/process.h"

/* The point at which the search turned back from another commit
 * (checkpoint.c). */
typedef struct rollback {
  char *commit;    /* the first bad one; NULL: it did not turn back */
  size_t accepted; /* steps of the abandoned search */
  size_t back;     /* number of the text from which it continued */
  char *text;      /* digest of that text */
  char *moved;     /* the notice that was printed */
} rollback;

typedef struct run_file {
  bool complete;        /* the run finished */
  rd_limits limits;     /* of a test */
  struct json_t *facts; /* strings or null, in the order in which they were
                         * set */
  rollback rollback;
} run_file;

/* A run without facts. */
run_file *run_file_new(void);
/* RD_ERR_NOTFOUND, RD_ERR_INVALID (not a file of this kind), RD_ERR_IO. Owner:
 * *out is released with run_file_free. */
rd_status run_file_read(run_file **out, const char *path, rd_error *err);
/* Replaces the file atomically. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status run_file_write(const run_file *self, const char *path, rd_error *err);
void run_file_free(run_file *self);
void rollback_dispose(rollback *self);

/* Sets a fact that the answers depend on, of any bytes; NULL: absent. */
void run_file_set(run_file *self, const char *name, const char *value);
/* NULL if not known. Lent until it is set again. */
const char *run_file_fact(const run_file *self, const char *name);
/* The first fact of `now`, in the order in which they were set, that differs in
 * the earlier run, or NULL. Lent by `now`. */
const char *run_file_difference(const run_file *earlier, const run_file *now);
/* A short digest of all facts; caller's. */
char *run_file_key(const run_file *self);

#endif
