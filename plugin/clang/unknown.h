/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++: declares what libclang does not know. */
#ifndef CLANG_UNKNOWN_H
#define CLANG_UNKNOWN_H

#include "semantics.h"
#include "syntax.h"

/* Adds symbols for the names that the syntax declares and the facts do not.
 * Cost: O(nodes). */
void unknown_declare(semantics *f, const syntax *s);

#endif
