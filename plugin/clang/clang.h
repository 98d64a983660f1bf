/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The front end for C. */
#ifndef CLANG_CLANG_H
#define CLANG_CLANG_H

#include "reduce/frontend.h"

/* Bits of rd_diagnostics.habit_kinds. The others have what is left. */
enum {
  HABIT_IMPLICIT_INT = 1u << 0,
  HABIT_IMPLICIT_FUNCTION = 1u << 1,
  HABIT_UNDEFINED_STATIC = 1u << 2,
};

/* Static. */
const rd_frontend *clang_frontend(void);

#endif
