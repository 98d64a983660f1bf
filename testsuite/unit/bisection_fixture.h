/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bisections for tests of what is said of them. */
#ifndef UNIT_BISECTION_FIXTURE_H
#define UNIT_BISECTION_FIXTURE_H

#include "bisect/bisection.h"

#define BAD_DIGITS "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
#define GOOD_DIGITS "9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c"
#define OTHER_DIGITS "5566778899aabbccddeeff00112233445566778e"

/* One commit, and its parent compiles the file; released as any. */
bisection bisection_of_commit(void);
/* Three commits; two could not be tested. */
bisection bisection_of_suspects(void);
/* gcc-11 compiles it, gcc-12 does not. */
bisection bisection_of_versions(void);
/* A point of that name; subject NULL: a version. */
bisect_point bisection_point(const char *name, const char *subject,
                             bisect_answer answer, const char *detail);
/* Replaces a string. */
void bisection_set(char **field, const char *value);

#endif
