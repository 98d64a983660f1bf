/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The journal of reductions: a folder with a git repository, in which each run
 * is a branch and each accepted text a commit, and with what a later process
 * needs to go on with a run.
 *
 *   bug.hdd/journal.git     git --git-dir=bug.hdd/journal.git log -p
 *   bug.hdd/run-1.json      what run 1 was (written by whoever uses this)
 *   bug.hdd/run-1.answers   its answers (reduce/log.h)
 *   bug.hdd/lock            held while a process is at work on any of it
 */
#ifndef GIT_JOURNAL_H
#define GIT_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "reduce/status.h"

typedef struct journal journal;

/* Opens the journal in the folder, for this process alone; with `create` it is
 * made if it is missing. RD_ERR_NOTFOUND: there is none; RD_ERR_INVALID:
 * another process is at work on it; RD_ERR_NOSPACE, RD_ERR_IO. Waits up to 10 s
 * for the writer of a process that was killed. Call it before the process has
 * threads. Owner: *out is released with journal_free. */
rd_status journal_open(journal **out, const char *folder, bool create,
                       rd_error *err);
/* Ends the writer as journal_end does, and lets others in. */
void journal_free(journal *self);

/* Runs so far: the highest number, from 1; 0: none. */
unsigned journal_runs(const journal *self);
/* The file of a run, such as "bug.hdd/run-1.json" for ".json"; caller's. */
char *journal_file(const journal *self, unsigned run, const char *suffix);
/* The last text of a run. Owner: *out is the caller's. RD_ERR_NOTFOUND: it has
 * none; RD_ERR_IO. */
rd_status journal_last_text(char **out, size_t *size_out, const journal *self,
                            unsigned run, rd_error *err);

/* Forgets a run that came to nothing: removes its files, and the folder if
 * there is no other run. Nothing else can be done with the journal then. */
void journal_discard(journal *self, unsigned run);

/* Starts a process that writes behind the search. It works on the branch of the
 * run, where texts are called `file`. */
rd_status journal_start(journal *self, unsigned run, const char *file,
                        rd_error *err);
/* Hands over a text with its message (a subject, an empty line, more). What a
 * run has already is not written again: who goes on with a run hands over all
 * its texts from the first one on. The texts after the first that differs are
 * kept in a branch of their own. Waits while the writer has more than the
 * pipe holds to do, but not if it does nothing for 10 s. */
void journal_add(journal *self, const char *text, size_t size,
                 const char *message);

/* The texts of the run that is being written. */
typedef struct journal_texts journal_texts;

/* Waits until all that was handed over is written, and opens it. RD_ERR_IO: no
 * more is written (journal_problem). Owner: *out is released with
 * journal_texts_free. */
rd_status journal_texts_open(journal_texts **out, journal *self, rd_error *err);
void journal_texts_free(journal_texts *self);
/* How many were handed over. */
size_t journal_texts_count(const journal_texts *self);
/* One of them, from 0. Owner: *out is the caller's, NUL-terminated. RD_ERR_IO. */
rd_status journal_text_at(char **out, size_t *size_out,
                          const journal_texts *self, size_t index,
                          rd_error *err);

/* Lets the writer finish and sync; waits up to 10 s for that. */
void journal_end(journal *self);
/* Why nothing is written any more, as one line; NULL while all is well.
 * Lent. */
const char *journal_problem(const journal *self);

#endif
