/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names that tokens of C++ call without writing them. */
#ifndef CLANG_IMPLIED_H
#define CLANG_IMPLIED_H

#include "build.h"

/* Bytes of the longest name of an operator, and some. */
enum { IMPLIED_SIZE = 16 };

/* Is the punctuation, a leaf of the syntax, an operator that a class may define?
 */
bool implied_is_operator(const build *b, uint32_t at);
/* What the compiler looks up by itself at the token, with commas between the
 * names and a dot before a member's; static text, empty if there is none. */
const char *implied_names(const build *b, uint32_t at);
/* The name of the operator at a sign, `a[i]` and calls included, `~` for a
 * destructor's; returns its size, 0 if there is none. No NUL follows. */
size_t implied_operator(char name[IMPLIED_SIZE], const build *b, uint32_t at);
/* Likewise at the word `operator`, from the signs behind it. */
size_t implied_written(char name[IMPLIED_SIZE], const build *b, uint32_t at);

#endif
