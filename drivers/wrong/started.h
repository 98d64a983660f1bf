/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilers that have started, and wait for the text of a test. */
#ifndef WRONG_STARTED_H
#define WRONG_STARTED_H

#include "wrong/find.h"

/* Starts the first process of a step, from what its driver prints with -###, if it
 * is a compiler that can be stopped at its text; the case keeps it. */
rd_status started_find(wrong_case *of, size_t step, const char *printed,
                       const wrong_options *options, rd_error *err);

#endif
