/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front end for C. */
#ifndef CLANG_CLANG_H
#define CLANG_CLANG_H

#include "reduce/frontend.h"

/* Static. */
const rd_frontend *clang_frontend(void);

#endif
