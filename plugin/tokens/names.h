/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which names C reserves, and short replacement names. */
#ifndef TOKENS_NAMES_H
#define TOKENS_NAMES_H

#include "reduce/rename.h"

/* For rd_rename: functions become f, g, h, variables and parameters a, b, c,
 * types S, T, U, fields x, y, z, enumerators E, F, G, labels L, M, N, and so
 * on. Names reserved for compilers, main, and C library functions are kept.
 * Lent forever. */
extern const rd_naming names_of_c;

#endif
