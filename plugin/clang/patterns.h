/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++: the patterns that expand packs. */
#ifndef CLANG_PATTERNS_H
#define CLANG_PATTERNS_H

#include "build.h"

/* By node: is it part of a pattern, with a pack in it? Owner: caller, free(). */
bool *patterns_find(const build *b);

#endif
