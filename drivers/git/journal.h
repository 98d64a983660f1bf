/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The journal of reductions: a folder with a git repository, in which each run
 * is a branch and each accepted text a commit, and with the data that a later
 * process needs to resume a run.
 *
 *   bug.hdd/journal.git     git --git-dir=bug.hdd/journal.git log -p
 *   bug.hdd/run-1.json      what run 1 was (written by the caller)
 *   bug.hdd/run-1.answers   its answers (reduce/log.h)
 *   bug.hdd/lock            held while a process uses any of it
 */
#ifndef GIT_JOURNAL_H
#define GIT_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "reduce/status.h"

typedef struct journal journal;

/* Opens the journal in the folder, for this process alone; with `create`, a
 * missing one is created. RD_ERR_NOTFOUND: there is none; RD_ERR_INVALID:
 * another process uses it; RD_ERR_NOSPACE, RD_ERR_IO. Waits up to 10 s for the
 * writer of a killed process. Must be called before the process has threads.
 * Owner: *out is released with journal_free. */
rd_status journal_open(journal **out, const char *folder, bool create,
                       rd_error *err);
/* Ends the writer like journal_end, and releases the lock. */
void journal_free(journal *self);

/* The highest run number so far, from 1; 0: no runs. */
unsigned journal_runs(const journal *self);
/* The file of a run, such as "bug.hdd/run-1.json" for ".json"; caller's. */
char *journal_file(const journal *self, unsigned run, const char *suffix);
/* The last text of a run. Owner: *out is the caller's. RD_ERR_NOTFOUND: the run
 * has no text; RD_ERR_IO. */
rd_status journal_last_text(char **out, size_t *size_out, const journal *self,
                            unsigned run, rd_error *err);

/* Discards an unsuccessful run: removes its files, and the folder if there is
 * no other run. The journal must not be used afterwards. */
void journal_discard(journal *self, unsigned run);

/* Starts a process that writes in the background. It writes to the branch of
 * the run, where texts are named `file`. */
rd_status journal_start(journal *self, unsigned run, const char *file,
                        rd_error *err);
/* Hands over a text with its message (a subject, an empty line, more). Texts
 * that the run already has are not written again: to resume a run, the caller
 * hands over all its texts from the first one on. If a text differs, the run's
 * old texts from there on are kept in a separate branch. Waits while the pipe
 * to the writer is full, but not if the writer does nothing for 10 s. */
void journal_add(journal *self, const char *text, size_t size,
                 const char *message);

/* The texts of the run that is being written. */
typedef struct journal_texts journal_texts;

/* Waits until all texts that were handed over are written, and opens them.
 * RD_ERR_IO: the writer has failed (journal_problem). Owner: *out is released
 * with journal_texts_free. */
rd_status journal_texts_open(journal_texts **out, journal *self, rd_error *err);
void journal_texts_free(journal_texts *self);
/* The number of texts handed over. */
size_t journal_texts_count(const journal_texts *self);
/* A text by index, from 0. Owner: *out is the caller's, NUL-terminated.
 * RD_ERR_IO. */
rd_status journal_text_at(char **out, size_t *size_out,
                          const journal_texts *self, size_t index,
                          rd_error *err);

/* Lets the writer finish, waiting up to 10 s. */
void journal_end(journal *self);
/* Why writing has stopped, as one line; NULL: it has not. Lent. */
const char *journal_problem(const journal *self);

#endif
