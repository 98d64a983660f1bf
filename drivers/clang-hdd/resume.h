/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is kept of a run beside its result, and resuming one that ended before its
 * time. */
#ifndef CLANG_HDD_RESUME_H
#define CLANG_HDD_RESUME_H

#include "clang-hdd/outcome.h"
#include "clang-hdd/run_file.h"
#include "git/journal.h"

/* {0} writes nothing and knows nothing. */
typedef struct resumption {
  const subject *subject;
  output *output;
  const property *property; /* these are known from resume_begin on */
  const original *original;

  journal *to; /* NULL: there is none, or it was given up */
  rd_log *log;
  unsigned run;
  run_file *now;      /* what we are */
  run_file *earlier;  /* what we go on with, or NULL */
  rd_limits limits;   /* those of that run */
  bool done;          /* it was complete */
  bool begun;         /* texts are written */
  rd_measure measure; /* of the last text that was accepted */
  /* While the output may hold a smaller text than ours: */
  bool catching_up;
  uint64_t file_bytes; /* size of the output; UINT64_MAX: there is none */
  char *held;          /* accepted and not written, or NULL */
  size_t held_size;
} resumption;

/* With --resume, when the compiler is known: finds the run to go on with.
 * Nothing is written. EXIT_JOURNAL: there is none, or it is another's. */
exit_code resume_find(resumption *self, const subject *of, output *to);
/* The limits of the run that was found, NULL: none was. Lent. */
const rd_limits *resume_limits(const resumption *self);
/* When all is known that the answers depend on: begins to write. Without
 * --resume, a journal that cannot be written costs a warning and no more. */
exit_code resume_begin(resumption *self, const oracle *asked);
/* Is there a journal that is written? */
bool resume_is_written(const resumption *self);
/* A log for what is asked with another judge, in a file of its own by that
 * name, or NULL; the caller's, rd_log_close. */
rd_log *resume_open_log(resumption *self, const char *name);
/* Goes on with that log in the place of self->log. */
void resume_change_log(resumption *self, const char *name);
/* The file of the run with this suffix, caller's; NULL: there is no journal. */
char *resume_file(const resumption *self, const char *suffix);
/* The texts of the run so far, as the journal has them: the input, the input
 * preprocessed if it was, and each step. NULL: there is no journal. Owner:
 * journal_texts_free. */
journal_texts *resume_texts(const resumption *self);
/* Takes a text of before up again, as what the next search begins with: it goes
 * to the output and to the journal. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status resume_go_back(resumption *self, const char *text, size_t size,
                         const char *message, rd_error *err);
/* Takes in an event: writes accepted texts, to the output first. */
rd_status resume_event(resumption *self, const rd_event *event, rd_error *err);
/* Writes the result to the output, unless the run stopped before it had caught
 * up with the run that it went on with. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status resume_write_result(resumption *self, const rd_result *result,
                              rd_error *err);
/* Ends what was begun. `result`: the schedule ran to its end, and the result is
 * checked and written; NULL: it did not. */
void resume_end(resumption *self, const outcome *result);
/* The command that shows the history, or NULL; caller's. */
char *resume_history(const resumption *self);
void resume_dispose(resumption *self);

/* ---- run_facts.c: what distinguishes runs ---- */

/* The facts that are known when the compiler is. */
void run_facts_set_early(run_file *out, const subject *of);
/* The others, known when the search can begin. */
void run_facts_set_late(run_file *out, const oracle *of);
/* What to say when this fact of the earlier run is not that of the present one,
 * such as "its command was: cc -c bug.c"; caller's. */
char *run_facts_difference(const char *fact, const run_file *earlier);

#endif
