/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What C knows of names, and short ones to be given. */
#ifndef TOKENS_NAMES_H
#define TOKENS_NAMES_H

#include "reduce/rename.h"

/* For rd_rename: functions are f, g, h, variables and parameters a, b, c, types
 * S, T, U, fields x, y, z, enumerators E, F, G, labels L, M, N, and so on. What
 * is reserved for compilers, main, and functions of the C library keep their
 * names. Lent forever. */
extern const rd_naming names_of_c;

#endif
