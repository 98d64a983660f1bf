/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The step of a session that reduces the options of its command. */
#ifndef CLANG_HDD_FLAGS_STEP_H
#define CLANG_HDD_FLAGS_STEP_H

#include <stdio.h>

#include "clang-hdd/session.h"

/* Reduces the options on the result, which has to be final. A failure is a
 * warning: the result stays. Not EXIT_DONE only if the user has interrupted. */
exit_code flags_step(session *self);
/* The command that the report shows: with the options that are left, or the
 * user's own. Lent. */
const invocation *flags_step_command(const session *self);
/* The line of the summary, if there is something to say. */
void flags_step_print(const session *self, FILE *out);
void flags_step_dispose(session *self);

#endif
