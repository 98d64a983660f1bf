/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A file that describes a run, so that a later process can tell whether it is
 * asked to continue the same one. */
#ifndef CLANG_HDD_RUN_FILE_H
#define CLANG_HDD_RUN_FILE_H

#include <stdbool.h>

#include "reduce/process.h"

typedef struct run_file run_file;

/* A run without facts, not complete. */
run_file *run_file_new(void);
/* RD_ERR_NOTFOUND, RD_ERR_INVALID (not a file of this kind), RD_ERR_IO. Owner:
 * *out is released with run_file_free. */
rd_status run_file_read(run_file **out, const char *path, rd_error *err);
/* Replaces the file atomically. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status run_file_write(const run_file *self, const char *path, rd_error *err);
void run_file_free(run_file *self);

/* Sets a fact that the answers depend on, of any bytes; NULL: absent. */
void run_file_set(run_file *self, const char *name, const char *value);
/* NULL if not known. Lent until it is set again. */
const char *run_file_fact(const run_file *self, const char *name);
/* The first fact of `now`, in the order in which they were set, that differs in
 * the earlier run, or NULL. Lent by `now`. */
const char *run_file_difference(const run_file *earlier, const run_file *now);
/* A short digest of all facts; caller's. */
char *run_file_key(const run_file *self);

void run_file_set_limits(run_file *self, const rd_limits *limits);
/* The limits of time and memory. */
rd_limits run_file_limits(const run_file *self);
void run_file_set_complete(run_file *self);
/* Did the run finish? */
bool run_file_is_complete(const run_file *self);

#endif
