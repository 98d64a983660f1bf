/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The exit codes of clang-hdd. */
#ifndef CLANG_HDD_EXIT_CODE_H
#define CLANG_HDD_EXIT_CODE_H

typedef enum exit_code {
#define EXIT_CODE(name, number, meaning) EXIT_##name = (number),
#include "clang-hdd/exit_codes.def"
#undef EXIT_CODE
} exit_code;

#endif
