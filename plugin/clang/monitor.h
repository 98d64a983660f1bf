/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What values the expressions of a program have as it runs. */
#ifndef CLANG_MONITOR_H
#define CLANG_MONITOR_H

#include "rewrite.h"

/* Sets the builder's monitor (reduce/rewrites.h), if it wants one. Cost: O(nodes). */
void monitor_add(rewriter *r);
/* Is the text a program that is run, so that values may be known? */
bool monitor_is_wanted(const rewriter *r);
/* Is the callee a function that the text does not define? */
bool monitor_is_outside(const rewriter *r, uint32_t call);
/* The value that the expression had whenever the monitor ran it; false: it had several,
 * it was not run, or the monitor does not look at it. Cost: O(what it printed). */
bool monitor_value(int64_t *out, const rewriter *r, uint32_t expression);
/* The value of the variable of the file or of main that the leaf declares, when the
 * program ends. */
bool monitor_last(int64_t *out, const rewriter *r, uint32_t leaf);
/* The same for integers in it, if it is an array or a structure: number `index` from 0,
 * and how it is reached, such as `[1].f`, which lives as long as the rewriter. */
bool monitor_part(const char **path, int64_t *value, rewriter *r, uint32_t leaf,
                  uint32_t index);
/* The value of an expression as an integer constant; NULL: there is none. Lives as long as the
 * rewriter. */
const char *monitor_number(rewriter *r, uint32_t expression);

#endif
