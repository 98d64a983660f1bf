/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which types the accesses of a program have, as Clang gives them with LLVM IR. */
#ifndef WRONG_MARK_H
#define WRONG_MARK_H

#include "base/text.h"

/* Adds the module with a call of the library (accesses/accesses.h) before each load and
 * store that has a type, and where memory loses its types. What cannot be read
 * stays as it is. `ir` is as Clang prints it at -O1 without its passes, with typed
 * pointers or without, NUL-terminated. */
void mark_accesses(textbuf *out, const char *ir);

#endif
