/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What several texts of a report have in common. All strings are the
 * caller's unless it says otherwise. */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include "report/report.h"

/* The crashing compiler's version, such as "12.2.0"; "" if it is not known. */
char *parts_version(const report *self);
/* The options that matter to a reader: no -w, no paths and macros. */
char *parts_options(const report *self);
/* What crashed, without the words that each such message has: "in f, at a.c:1",
 * "Segmentation fault"; NULL: the compiler did not say. */
char *parts_message(const report *self);
/* The versions of the crashing compiler's family, for its target, that end so:
 * "11.3.0, 10.2.1"; NULL: none. */
char *parts_versions(const report *self, matrix_end end);
/* Has an older version been seen to be fine? */
bool parts_is_regression(const report *self);
/* "[12/13 Regression] " or "". */
char *parts_regression(const report *self);
/* The reduced file as text; *said_out: it is not the file byte for byte, and
 * that is said in one line, or NULL. */
char *parts_case(const report *self, char **said_out);
/* What the compiler prints, shortened in the middle if no form would take it. */
char *parts_output(const report *self);
/* Where in the compiler it is and how that was found; NULL: not known. */
char *parts_where(const report *self);
/* How the case was made, in a line. */
char *parts_origin(const report *self);
/* What a bisection has found, in three parts, each NULL where there is nothing to
 * say. The line that says with which commit or version it started; */
char *parts_started(const report *self);
/* the commit, or those among which it is, as lines; */
char *parts_commit(const report *self);
/* what was there before, and how far that is certain. */
char *parts_before(const report *self);
/* How the file is called that the compilers before were tested with. Lent
 * forever. */
const char *parts_file(const bisection *found);
/* GCC's component for the pass and stage; NULL: whoever files the bug has to
 * choose. Lent forever. */
const char *parts_component(const report *self);
/* Does it report an error, and is the text invalid? */
bool parts_is_recovery(const report *self);

#endif
