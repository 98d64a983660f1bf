/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts that several texts of a report share. Strings are the caller's
 * unless noted. */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include "report/report.h"

/* A slot of the templates: a function makes its text, or it is a text, or the
 * string at this offset of the report. NULL adds nothing. */
typedef struct part {
  const char *name;
  char *(*make)(const report *self);
  const char *text;
  size_t field;
} part;

/* Fills a template with its `own` parts, which end with a row without a name, and
 * those that all texts share. A newline at the end of a part is removed. */
char *parts_fill(const char *text, const part *own, const report *self);

/* The language of the reduced file. */
language parts_language(const report *self);
/* The crashing compiler's version, such as "12.2.0"; "" if it is not known. */
char *parts_version(const report *self);
/* The options that matter to a reader: without -w, paths and macros. */
char *parts_options(const report *self);
/* The message of the crash, without its usual words: "in f, at a.c:1",
 * "Segmentation fault"; NULL: the compiler printed none. */
char *parts_message(const report *self);
/* The versions of the crashing compiler's family and target with that outcome:
 * "11.3.0, 10.2.1"; NULL: none. */
char *parts_versions(const report *self, matrix_end end);
/* Does an older version work? */
bool parts_is_regression(const report *self);
/* "[12/13 Regression] " or "". */
char *parts_regression(const report *self);
/* The reduced file as text, and one line that explains how that differs from the
 * file's bytes; or NULL. */
char *parts_case(const report *self);
char *parts_case_note(const report *self);
/* The output of the compiler, with its middle cut if it is too long for a
 * form. */
char *parts_output(const report *self);
/* How the case was made, in one line. */
char *parts_origin(const report *self);
/* The result of a bisection, in three parts; a part without content is NULL.
 * The line with the commit or version that started it; */
char *parts_started(const report *self);
/* the commit, or the suspected ones, as lines; */
char *parts_commit(const report *self);
/* what was there before, and how certain that is. */
char *parts_before(const report *self);
/* The name of the file with which the earlier compilers were tested. Lent
 * forever. */
const char *parts_file(const bisection *found);
/* LLVM's name of the back end for the target, as in `REQUIRES`; NULL: none is
 * known. */
char *parts_back_end(const report *self);
/* The labels of a GitHub issue of LLVM: "crash-on-valid, backend:X86". */
char *parts_labels(const report *self);
/* GCC's component for the pass and stage; NULL: the person who files the bug
 * has to choose. Lent forever. */
const char *parts_component(const report *self);
/* Does the compiler report an error on an invalid text before it crashes? */
bool parts_is_recovery(const report *self);
/* Adds the text's habits of old C, such as "implicit-int". */
void parts_find_habits(strings *out, const report *self);
/* The same for people: "implicit int, int conversion"; NULL: none. */
char *parts_habits(const report *self);

#endif
