/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The processes that a driver starts to build a program. */
#ifndef WRONG_JOBS_H
#define WRONG_JOBS_H

#include "wrong/find.h"

/* Reads what the driver prints with -###: words as plan_step.jobs has them, with
 * private names for what one process writes for the next, and the faster linker.
 * false: it is not understood; *out is empty. Owner: strings_free. */
bool jobs_read(strings *out, const char *printed);
/* May the driver's processes stand for it? Not if it is a script or optimizes as
 * it links. */
bool jobs_are_wanted(const strings *build);
/* Lets each step of a plan start the processes of its driver, where the program
 * does the same then. Cost: each build, once more. */
rd_status jobs_find(wrong_case *of, const wrong_options *options,
                    rd_error *err);

#endif
