/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What came out of a run, for people. */
#ifndef CLANG_HDD_SUMMARY_H
#define CLANG_HDD_SUMMARY_H

#include "clang-hdd/session.h"

/* Prints the closing summary on standard error, unless --quiet. */
void summary_print(session *self);
/* What was looked for, in one line; caller's. */
char *summary_property(const session *self);
/* The level of --match that is used, NULL where no output is compared;
 * caller's. */
char *summary_match(const session *self);
/* The command that shows the crash of the reduced file; caller's. */
char *summary_command(const session *self);
/* Lines of a text, the last one without an end included. */
uint64_t count_lines(const char *text, size_t size);

#endif
