/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program with all libraries that texts are loaded into. */
#ifndef WRONG_HOST_H
#define WRONG_HOST_H

#include "wrong/find.h"

/* The variable with which a host has MSan look at each access that reads. */
#define HOST_LOOKS "HDD_LOOKS"

/* Builds the host of a step that asks for a right program, in the folder of the runner that is
 * kept; the number belongs to it alone. */
rd_status host_find(plan_step *to, size_t number, const wrong_options *options,
                    rd_error *err);
/* Adds the words that build what a host loads instead of a program. */
void host_words(strings *out, const strings *build);

#endif
