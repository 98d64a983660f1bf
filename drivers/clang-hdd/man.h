/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Man pages, made from the same tables as --help. */
#ifndef CLANG_HDD_MAN_H
#define CLANG_HDD_MAN_H

#include "clang-hdd/commands.h"

/* Adds the source of clang-hdd-NAME(1); NULL: of clang-hdd(1). */
void man_page(textbuf *out, const command *self);

#endif
