/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The result of the default, made ready for a reader. */
#ifndef CLANG_HDD_PRESENT_H
#define CLANG_HDD_PRESENT_H

#include "clang-hdd/session.h"

/* Gives the result canonical names if that is wanted, and its canonical layout,
 * as far as it does not lose the property by that.
 * *checked_out: the result that there is now has passed a fresh run of the
 * command. */
exit_code present_result(bool *checked_out, session *self);
/* The canonical layout of a text; NULL if it is to stay as it is. Not tested;
 * caller's. */
char *present_layout(size_t *size_out, const session *self, const char *text,
                     size_t size, uint64_t tokens);

#endif
