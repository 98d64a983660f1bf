/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a run was, in a file: so that a later process can tell whether it is
 * asked to go on with the same. */
#ifndef CLANG_HDD_RUN_FILE_H
#define CLANG_HDD_RUN_FILE_H

#include <stdbool.h>

#include "reduce/process.h"

typedef struct run_file run_file;

/* Without facts, not complete. */
run_file *run_file_new(void);
/* RD_ERR_NOTFOUND, RD_ERR_INVALID (it is no such file), RD_ERR_IO.
 * Owner: *out is released with run_file_free. */
rd_status run_file_read(run_file **out, const char *path, rd_error *err);
/* Replaces the file as a whole. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status run_file_write(const run_file *self, const char *path, rd_error *err);
void run_file_free(run_file *self);

/* A fact on which the answers depend, of any bytes; NULL: there is none. */
void run_file_set(run_file *self, const char *name, const char *value);
/* NULL if it is not known. Lent until it is set again. */
const char *run_file_fact(const run_file *self, const char *name);
/* The first fact of `now`, in the order in which they were set, that is another
 * in the earlier run, or NULL. Lent by `now`. */
const char *run_file_difference(const run_file *earlier, const run_file *now);
/* All facts as a short word; caller's. */
char *run_file_key(const run_file *self);

void run_file_set_limits(run_file *self, const rd_limits *limits);
/* Those of time and memory. */
rd_limits run_file_limits(const run_file *self);
void run_file_set_complete(run_file *self);
/* Did the run come to its end? */
bool run_file_is_complete(const run_file *self);

#endif
