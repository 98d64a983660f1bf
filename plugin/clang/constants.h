/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++: the functions that the compiler itself calls. */
#ifndef CLANG_CONSTANTS_H
#define CLANG_CONSTANTS_H

#include "syntax.h"

/* By node: it is a function that a constant may call, directly or not. Owner:
 * caller, free(). Cost: O(n). */
bool *constants_find(const syntax *s);

#endif
