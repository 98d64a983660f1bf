/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection beside the reduction (--bisect), and what it asks of the result.
 * Without --bisect all of these do nothing. */
#ifndef CLANG_HDD_ALONGSIDE_H
#define CLANG_HDD_ALONGSIDE_H

#include "clang-hdd/session.h"

/* Starts the bisection, and waits until the bad revision's compiler is there; its
 * command takes the place of that in the options. Otherwise the code and the line
 * are those of the bisection. */
exit_code alongside_begin(session *self);
/* When all else is ready for the search: sees whether an earlier process had
 * turned back from another commit. */
exit_code alongside_prepare(session *self);
/* Where the reduction was done before: waits for the bisection alone, which would
 * otherwise have nothing to show. */
exit_code alongside_await(session *self);
/* Takes in an event of the search, before anybody else: hears the bisection, and
 * sees whether the text holds. RD_ERR_STOPPED: it does not; the search has to
 * end. */
rd_status alongside_event(session *self, const rd_event *event, rd_error *err);
/* Behind the search: waits for the bisection; where the text has moved to another
 * commit, finds the last that has not and searches on from there. */
exit_code alongside_settle(session *self);
/* At the end, with its code: tells the report what was found, and whether the
 * result is about the same commit. */
void alongside_end(session *self, exit_code code);

/* Is the guard a part of the property? */
bool alongside_is_on(const session *self);
/* Adds it where it is. */
void alongside_guard(crash_options *out, const session *self);
/* Does the command, as a test runs it, hold on the result? */
rd_status alongside_test_words(bool *good_out, void *session,
                               const char *const *argv, rd_error *err);
void alongside_dispose(session *self);

#endif
