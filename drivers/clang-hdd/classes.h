/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts that the judge thinks better or worse of than of the result (F2). */
#ifndef CLANG_HDD_CLASSES_H
#define CLANG_HDD_CLASSES_H

#include "clang-hdd/session.h"

/* Says once, with --also-invalid, what of it cannot be had. */
void classes_announce(session *self);
/* Takes in an event of the reduction: remembers the smallest text that has the
 * property and is rejected by the judge alone. */
void classes_note(session *self, const rd_event *event);
/* When the result is written: finds its class and, with --also-invalid, reduces
 * on to the smallest texts of the other classes. *better_out: the result is
 * another, smaller one now, and to be written again. */
exit_code classes_reduce(bool *better_out, session *self);
/* Was each search for a text of a class left to its end? */
bool classes_are_complete(const session *self);
void classes_dispose(session *self);

#endif
