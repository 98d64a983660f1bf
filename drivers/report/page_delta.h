/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A text as what it takes over from another. */
#ifndef REPORT_PAGE_DELTA_H
#define REPORT_PAGE_DELTA_H

#include "base/text.h"

/* Adds `to` as an array of JSON: two numbers are the first piece of `from` that
 * is taken over and how many, a string is new. A piece ends behind each of
 * "\n;{},". Both are clean texts. Cost: O(n log n). */
void page_add_delta(textbuf *out, const char *from, const char *to);

#endif
