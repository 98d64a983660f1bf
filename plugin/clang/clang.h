/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front end for C, as a value. */
#ifndef CLANG_CLANG_H
#define CLANG_CLANG_H

#include "reduce/frontend.h"

/* Lent for ever. */
const rd_frontend *clang_frontend(void);

#endif
