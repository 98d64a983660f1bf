/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The declarations of functions that a text does not define. */
#ifndef WRONG_PROTOTYPES_H
#define WRONG_PROTOTYPES_H

#include "wrong/find.h"

/* The prototypes that GCC's -aux-info lists of functions without a definition, with
 * the types of the preprocessed text in place of their names; those with other types
 * than numbers, tagged structures, and pointers to them, are left out. Caller's. */
char *prototypes_read(const char *listed, const char *preprocessed);
/* Adds a step to the plan that refuses texts which declare such a function in
 * another way than the original, if that is in C and GCC is installed. */
rd_status prototypes_hold(wrong_case *of, const wrong_options *options,
                          rd_error *err);

#endif
