/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is kept of a run beside its result, and going on with one that ended
 * before its time. */
#ifndef CLANG_HDD_RESUME_H
#define CLANG_HDD_RESUME_H

#include "clang-hdd/session.h"

/* With --resume, when the compiler is known: finds the run to go on with.
 * Nothing is written. EXIT_JOURNAL: there is none, or it is another's. */
exit_code resume_find(session *self);
/* Has the run that was found ended as it should? Then its result is on disk. */
bool resume_is_done(const session *self);
/* After the first runs: takes over the limits of the run that was found. */
void resume_limits(session *self);
/* When all is known that the answers depend on: begins to write. Without
 * --resume, a journal that cannot be written costs a warning and no more. */
exit_code resume_begin(session *self);
/* The log for rd_options, or NULL. */
rd_log *resume_log(const session *self);
/* Is there a journal that is written? */
bool resume_is_written(const session *self);
/* A log for what is asked with another judge, in a file of its own by that
 * name, or NULL; the caller's, rd_log_close. */
rd_log *resume_open_log(session *self, const char *name);
/* Goes on with that log in the place of resume_log's. */
void resume_change_log(session *self, const char *name);
/* The file of the run with this suffix, caller's; NULL: there is no journal. */
char *resume_file(const session *self, const char *suffix);
/* The texts of the run so far, as the journal has them: the input, the input
 * preprocessed if it was, and each step. NULL: there is no journal. Owner:
 * journal_texts_free. */
struct journal_texts *resume_texts(session *self);
/* Takes a text of before up again, as what the next search begins with: it goes
 * to the output and to the journal. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status resume_go_back(session *self, const char *text, size_t size,
                         const char *message, rd_error *err);
/* Takes in an event: writes accepted texts, to the output first. */
rd_status resume_event(session *self, const rd_event *event, rd_error *err);
/* Writes the result to the output, unless the run stopped before it had caught
 * up with the run that it went on with. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status resume_write_result(session *self, rd_error *err);
/* Ends what was begun; `complete`: the schedule ran to its end and the result
 * is checked and written. */
void resume_end(session *self, bool complete);
/* The command that shows the history, or NULL; caller's. */
char *resume_history(const session *self);
void resume_dispose(session *self);

#endif
