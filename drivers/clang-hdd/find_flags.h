/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --find-flags: options with which a file crashes. */
#ifndef CLANG_HDD_FIND_FLAGS_H
#define CLANG_HDD_FIND_FLAGS_H

#include "clang-hdd/session.h"

/* With --find-flags, if the file does not crash under the command as given: tries
 * flags_candidates, and makes the first that crashes the session's command.
 * *found_out: it is another. EXIT_NO_CRASH: none does. */
exit_code find_flags(bool *found_out, session *self);
/* What to say to who has given no options and sees no crash: a part of a
 * sentence, maybe empty; lent forever. */
const char *find_flags_hint(const session *self);

#endif
