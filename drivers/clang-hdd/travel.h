/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which options of `reduce` may go with a reduction to another machine. */
#ifndef CLANG_HDD_TRAVEL_H
#define CLANG_HDD_TRAVEL_H

#include <stdbool.h>

#include "base/text.h"

/* Adds the options among the words, each as "--name=value". Returns false if one
 * of them is not known, or not the same everywhere: it names a file, a folder or
 * a program, or writes more than the result. */
bool travel_options(strings *out, const strings *words);

#endif
