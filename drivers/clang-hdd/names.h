/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of algorithms, passes, front ends and languages. */
#ifndef CLANG_HDD_NAMES_H
#define CLANG_HDD_NAMES_H

#include "clang-hdd/progress.h"
#include "clang-hdd/request.h"

/* Checks that the names in the request are in libreduce's tables. */
exit_code names_check(const request *asked);
/* Checks that the folders of --grammar are there. */
exit_code names_check_grammars(const strings *folders);
/* --list-...: prints the table that is asked for. */
exit_code names_list(const request *asked);

#endif
