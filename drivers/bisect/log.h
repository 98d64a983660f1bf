/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The log of a bisection: a file that `git bisect replay` accepts, and from which
 * a bisection that was killed goes on. Each answer is on disk before the next
 * commit is asked about.
 *
 *   # clang-hdd bisect KEY
 *   git bisect start ['--first-parent']
 *   # bad: [ID] SUBJECT
 *   # detail: ...
 *   git bisect bad ID
 *   ...
 *   # first bad commit: [ID] SUBJECT
 */
#ifndef BISECT_LOG_H
#define BISECT_LOG_H

#include "bisect/search.h"

typedef struct bisect_log bisect_log;

/* An answer of a log. */
typedef struct bisect_entry {
  char *name; /* the commit's digits, or the version */
  bisect_answer answer;
  char *detail; /* one line, or NULL */
  bool flaky;
} bisect_entry;

/* Makes a log at `path`, in the place of any that is there (folder and all, and the
 * one that it is in), or with `resume` reads the one that is there, its last line
 * maybe cut short, to go on. `key` stands for all that the answers depend on.
 * RD_ERR_NOTFOUND: nothing to go on with; RD_ERR_INVALID: it is another
 * bisection's, or damaged, or another process is at work on it; RD_ERR_NOSPACE;
 * RD_ERR_IO. Owner: *out is released with bisect_log_free. */
rd_status bisect_log_open(bisect_log **out, const char *path, const char *key,
                          bool first_parent, bool resume, rd_error *err);
void bisect_log_free(bisect_log *self);
/* The answers that an earlier process has written, in their order. Lent. */
const bisect_entry *bisect_log_entries(size_t *count_out,
                                       const bisect_log *self);
/* Adds an answer, unless it is there with this detail; on the disk when it
 * returns. `subject` may be NULL; of it and the detail, what is not seen is
 * written as \xNN.
 * RD_ERR_INVALID: the name is no line; RD_ERR_NOSPACE, RD_ERR_IO: then the log is
 * as it was. */
rd_status bisect_log_add(bisect_log *self, const bisect_entry *entry,
                         const char *subject, rd_error *err);
/* Adds a line that git takes for a comment, unless it is there. RD_ERR_NOSPACE,
 * RD_ERR_IO. */
rd_status bisect_log_note(bisect_log *self, const char *line, rd_error *err);
/* All of the file; caller's. */
char *bisect_log_text(const bisect_log *self);

#endif
