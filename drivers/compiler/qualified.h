/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds in what a C++ compiler calls a declaration the name that its text
 * uses. */
#ifndef COMPILER_QUALIFIED_H
#define COMPILER_QUALIFIED_H

#include <stddef.h>

/* The last name of a declaration as compilers print it ("int a::b<int>::f(long)
 * [with T = int]") or mangle it ("_ZN1a1bIiE1fEl"), here f. Of an operator it is
 * that of the class. Lent with the text; *size_out is 0 if there is none. */
const char *qualified_name(size_t *size_out, const char *text);

#endif
