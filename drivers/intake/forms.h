/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The input forms, each read by its own file. */
#ifndef INTAKE_FORMS_H
#define INTAKE_FORMS_H

#include "intake/intake.h"

/* ---- reports: Clang reproducers, GCC reports, crash bundles ---- */

/* Does the text begin like such a script? */
bool reproducer_is(const char *text);
/* Adds the compilations that the script describes: with the driver, as its user
 * ran it, and with the process that crashed. `program` replaces the compiler
 * (NULL: the script's own). RD_ERR_NOTFOUND: the source or the compiler does
 * not exist; RD_ERR_INVALID: the script is damaged. */
rd_status reproducer_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err);

/* Does the text begin like such a file? */
bool gcc_report_is(const char *text);
/* Adds the compilations that the file describes: with the driver of that
 * version, and with the compiler proper as it was run. `program` replaces the
 * driver (NULL: search for it). RD_ERR_NOTFOUND: no such compiler exists here;
 * RD_ERR_INVALID: the file is damaged. */
rd_status gcc_report_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err);

/* Is the word the folder of a bundle, or a possible id of one that is not the
 * name of a file? */
bool kept_crash_is(const char *word);
/* Adds the bundle's compilation; `text` is not used. `program` (or NULL)
 * replaces the compiler. RD_ERR_NOTFOUND, RD_ERR_INVALID, RD_ERR_IO. */
rd_status kept_crash_read(intake *out, const char *word, const char *text,
                          const char *program, rd_error *err);

/* ---- compile_commands.json ---- */

/* Adds the commands for the file from the database in request->database, in its
 * order. RD_ERR_NOTFOUND: no database; RD_ERR_INVALID: it is damaged, has no
 * command for the file, or has one whose folder does not exist;
 * RD_ERR_UNSUPPORTED: no file was named. */
rd_status database_find(intake *out, const intake_request *request,
                        rd_error *err);

/* ---- commands as typed: with launchers, @files, from a log ---- */

/* Sets command, environment and directory from the words. A shell line, as the
 * only word or after `sh -c`, is taken apart. The directory stays NULL if it is
 * `cwd`. RD_ERR_UNSUPPORTED: it needs a shell; RD_ERR_INVALID: it contains
 * nothing to run; RD_ERR_IO, RD_ERR_NOTFOUND: an @file cannot be read. */
rd_status typed_read(compilation *out, const strings *words, const char *cwd,
                     rd_error *err);
/* Does what intake_find does, for the request's file, if any, and its
 * command. */
rd_status typed_find(intake *out, const intake_request *request, rd_error *err);

/* Adds the words of the compiler command in a line such as `cd build && CC=x
 * gcc -c a.c >log 2>&1`. If the line changes the folder, *directory_out becomes
 * that folder, absolute, caller's; otherwise it is unchanged. No shell is run.
 * RD_ERR_UNSUPPORTED: the line expands variables or commands; RD_ERR_INVALID: a
 * quote is not closed, or the line has no command. */
rd_status shell_read(strings *out, char **directory_out, const char *line,
                     const char *cwd, rd_error *err);

/* ---- preprocessed sources ---- */

/* How much of preprocessing a source has been through. */
typedef enum preprocessed {
  INCLUDES_DONE, /* includes are expanded, macros are not */
  MACROS_DONE,   /* includes and macros are expanded */
} preprocessed;

/* The number of words from words[at] on that concern includes, dependencies or
 * outputs, or, if macros are expanded, macros. 0: keep the word. */
size_t preprocessing_words(const strings *words, size_t at, preprocessed how);

#endif
