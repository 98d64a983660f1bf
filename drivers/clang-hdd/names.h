/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of algorithms, passes and front ends. */
#ifndef CLANG_HDD_NAMES_H
#define CLANG_HDD_NAMES_H

#include "clang-hdd/session.h"

/* Are the names in the options in libreduce's tables? */
exit_code names_check(session *self);
/* What a file is by its suffix, for people; NULL for C. */
const char *names_language(const char *file);
/* --list-... */
void names_list_algorithms(FILE *out);
exit_code names_list_passes(session *self, FILE *out);
exit_code names_list_frontends(session *self, FILE *out);

#endif
