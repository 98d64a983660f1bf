/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The log of a bisection: a file that `git bisect replay` accepts, and from which
 * a bisection that was killed goes on. Each answer is on disk before the next
 * commit is asked about.
 *
 *   # clang-hdd bisect KEY
 *   git bisect start ['--first-parent']
 *   # bad: [ID] SUBJECT
 *   git bisect bad ID
 *   # detail: ...
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

/* Makes a log at `path` (folder and all), or with `resume` reads the one that is
 * there, its last line maybe cut short, to go on. `key` stands for all that the
 * answers depend on. RD_ERR_NOTFOUND: nothing to go on with; RD_ERR_INVALID: it is
 * another bisection's, or another process is at work on it; RD_ERR_NOSPACE;
 * RD_ERR_IO. Owner: released with bisect_log_free. */
rd_status bisect_log_open(bisect_log **out, const char *path, const char *key,
                          bool first_parent, bool resume, rd_error *err);
void bisect_log_free(bisect_log *self);
/* The answers that an earlier process has written, in their order. Lent. */
const bisect_entry *bisect_log_entries(size_t *count_out,
                                       const bisect_log *self);
/* Adds an answer, unless it is there. `subject` may be NULL. RD_ERR_NOSPACE,
 * RD_ERR_IO. */
rd_status bisect_log_add(bisect_log *self, const bisect_entry *entry,
                         const char *subject, rd_error *err);
/* Adds a line that git takes for a comment. */
rd_status bisect_log_note(bisect_log *self, const char *line, rd_error *err);
/* All of it; caller's. */
char *bisect_log_text(const bisect_log *self);

#endif
