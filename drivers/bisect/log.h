/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The log of a bisection: a file that `git bisect replay` accepts, and from
 * which a killed bisection resumes. Each answer is on disk before the next
 * commit is tested.
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

/* An answer in the log. */
typedef struct bisect_entry {
  char *name; /* the commit's digits, or the version */
  bisect_answer answer;
  char *detail; /* one line, or NULL */
  bool flaky;
} bisect_entry;

/* Creates a log at `path`, replacing any existing one, but no other file, and
 * creating missing folders, or with `resume` reads the existing one, whose last
 * line may be cut short, to continue it. `key` identifies everything that the
 * answers depend on. RD_ERR_NOTFOUND: nothing to resume; RD_ERR_INVALID: it
 * belongs to another bisection, is damaged or no log, or is used by another
 * process; RD_ERR_NOSPACE; RD_ERR_IO. Owner: *out is released with
 * bisect_log_free. */
rd_status bisect_log_open(bisect_log **out, const char *path, const char *key,
                          bool first_parent, bool resume, rd_error *err);
void bisect_log_free(bisect_log *self);
/* The answers that an earlier process wrote, in order. Lent. */
const bisect_entry *bisect_log_entries(size_t *count_out,
                                       const bisect_log *self);
/* Adds an answer, unless the log has it just so; it is on disk on return. `subject` may be NULL. Invisible characters of subject and detail are
 * written as \xNN. RD_ERR_INVALID: the name is not a single line;
 * RD_ERR_NOSPACE, RD_ERR_IO: the log is unchanged. */
rd_status bisect_log_add(bisect_log *self, const bisect_entry *entry,
                         const char *subject, rd_error *err);
/* Adds a line that is a comment to git, unless the log has it. RD_ERR_NOSPACE,
 * RD_ERR_IO. */
rd_status bisect_log_note(bisect_log *self, const char *line, rd_error *err);
/* Adds such lines together, unless the log ends with them: what the last of
 * several bisections has found is at its end. Cost: the disk's answer, once. */
rd_status bisect_log_end(bisect_log *self, const strings *notes, rd_error *err);
/* The whole file; caller's. */
char *bisect_log_text(const bisect_log *self);

#endif
