/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The records of a run beside its result, and resuming a run that ended
 * early. */
#ifndef CLANG_HDD_RESUME_H
#define CLANG_HDD_RESUME_H

#include "clang-hdd/outcome.h"
#include "clang-hdd/run_file.h"
#include "git/journal.h"

/* {0} writes nothing and has nothing to resume. */
typedef struct resumption {
  const subject *subject;
  output *output;
  const property *property; /* known from resume_begin on, like `original` */
  const original *original;

  journal *to; /* NULL: none, or given up */
  rd_log *log;
  unsigned run;
  run_file *now;      /* this run */
  run_file *earlier;  /* the run that is resumed, or NULL */
  bool done;          /* the earlier run was complete */
  bool begun;         /* texts are being written */
  rd_measure measure; /* of the last accepted text */
  rd_measure most;    /* larger texts are not written; {0}: not limited */
  /* While the output may hold a smaller text than ours: */
  bool catching_up;
  uint64_t file_bytes; /* size of the output; UINT64_MAX: none of this run */
  char *held;          /* accepted but not written, or NULL */
  size_t held_size;
} resumption;

/* With --resume, once the compiler is known: finds the run to resume. Writes
 * nothing. EXIT_JOURNAL: there is none, or it belongs to other input. */
exit_code resume_find(resumption *self, const subject *of, output *to);
/* Starts writing, once everything that the answers depend on is known. Without
 * --resume, a journal that cannot be written only causes a warning. */
exit_code resume_begin(resumption *self, const oracle *asked);
/* Is a journal being written? */
bool resume_is_written(const resumption *self);
/* A log for the answers of another judge, in a file of its own with that name,
 * or NULL; caller's, rd_log_close. */
rd_log *resume_open_log(resumption *self, const char *name);
/* Replaces self->log with that log and continues with it. */
void resume_change_log(resumption *self, const char *name);
/* Where this run or the one that it resumes turned back; NULL: it did not, or
 * there is no journal. Lent. */
const rollback *resume_rollback(const resumption *self);
/* Writes down where it turns back. Owner: takes the strings. */
void resume_set_rollback(resumption *self, const rollback *turned);
/* The texts of the run so far, from the journal: the input, the preprocessed
 * input if any, and each step. NULL: there is no journal. Owner:
 * journal_texts_free. */
journal_texts *resume_texts(const resumption *self);
/* Returns to an earlier text, with which the next search begins: writes it to
 * the output and the journal. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status resume_go_back(resumption *self, const char *text, size_t size,
                         const char *message, rd_error *err);
/* The measure of a text, and whether that is more than self->most, in tokens or
 * in bytes. */
rd_measure resume_measure(const resumption *self, const char *text,
                          size_t size);
bool resume_exceeds(const resumption *self, const char *text, size_t size);
/* Handles an event: writes accepted texts, to the output first. */
rd_status resume_event(resumption *self, const rd_event *event, rd_error *err);
/* Writes the result to the output, unless the run stopped before it had caught
 * up with the run that it resumed. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status resume_write_result(resumption *self, const rd_result *result,
                              rd_error *err);
/* Makes the written output survive a crash of the system, and says where
 * another result is now that was there. */
void resume_finish_output(const resumption *self);
/* Ends what resume_begin began. `result`: the schedule ran to its end, and the
 * result is checked and written; NULL: it did not. */
void resume_end(resumption *self, const outcome *result);
/* The command that shows the history, or NULL; caller's. */
char *resume_history(const resumption *self);
void resume_dispose(resumption *self);

/* ---- run_facts.c: what distinguishes runs ---- */

/* Sets the facts that are known once the compiler is. */
void run_facts_set_early(run_file *out, const subject *of);
/* Sets the others, known when the search can begin. */
void run_facts_set_late(run_file *out, const oracle *of);
/* The message for a fact that differs from the earlier run, such as "its
 * command was: cc -c bug.c"; caller's. */
char *run_facts_difference(const char *fact, const run_file *earlier);

#endif
