/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++: the patterns that expand packs. */
#ifndef CLANG_PATTERNS_H
#define CLANG_PATTERNS_H

#include "build.h"

/* What a node is of a pattern. */
typedef enum pattern_part {
  PATTERN_NONE, /* without packs, or of no pattern */
  PATTERN_SOME, /* with packs of it, but not all: one would do */
  PATTERN_ALL   /* with all packs of it */
} pattern_part;

/* By node: the pattern_part that it is. Owner: caller, free(). */
unsigned char *patterns_find(const build *b);

#endif
