/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where in the compiler the crash is, and what other compilers do. */
#ifndef CLANG_HDD_TRIAGE_STEP_H
#define CLANG_HDD_TRIAGE_STEP_H

#include "clang-hdd/session.h"

/* Fills self->report.triage and self->report.matrix from the result, as far as a report or
 * the user wants them. Never fails: what goes wrong is a warning. */
void session_triage(session *self);
/* The summary's line "where". */
void triage_step_print(const session *self);
/* The table, if the user asked for it. */
void triage_step_print_matrix(const session *self);

#endif
