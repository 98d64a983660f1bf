/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of algorithms, passes, front ends and languages. */
#ifndef CLANG_HDD_NAMES_H
#define CLANG_HDD_NAMES_H

#include <stdio.h>

#include "clang-hdd/progress.h"
#include "clang-hdd/request.h"

/* Checks that the names in the request are in libreduce's tables. */
exit_code names_check(const request *asked);
/* --list-... */
void names_list_algorithms(FILE *out);
exit_code names_list_passes(FILE *out);
exit_code names_list_frontends(FILE *out);

#endif
