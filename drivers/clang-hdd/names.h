/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of algorithms, passes, front ends and languages. */
#ifndef CLANG_HDD_NAMES_H
#define CLANG_HDD_NAMES_H

#include "clang-hdd/session.h"

/* Are the names in the options in libreduce's tables? */
exit_code names_check(session *self);
/* The language of the source, as --language or the -x of its command calls it;
 * NULL: by its suffix. Lent. */
const char *names_language(const session *self);
/* Adds the names of all languages. Cost: loads the front ends. */
rd_status names_of_languages(strings *out, rd_error *err);
/* --list-... */
void names_list_algorithms(FILE *out);
exit_code names_list_passes(session *self, FILE *out);
exit_code names_list_frontends(session *self, FILE *out);

#endif
