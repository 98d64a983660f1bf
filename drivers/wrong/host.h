/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program with a sanitizer's runtime that texts are loaded into. */
#ifndef WRONG_HOST_H
#define WRONG_HOST_H

#include "wrong/find.h"

/* Builds the host of a step with a sanitizer, in the folder of the runner that is
 * kept; the number belongs to it alone. */
rd_status host_find(plan_step *to, size_t number, const wrong_options *options,
                    rd_error *err);
/* Adds the options with which a compiler builds what a host loads. */
void host_words(strings *to);

#endif
