/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The forms of what a user may have, each read by a file of its own. */
#ifndef INTAKE_FORMS_H
#define INTAKE_FORMS_H

#include "intake/intake.h"

/* ---- reports: crash reproducers of Clang, reports of GCC, crash bundles ---- */

/* Does the text begin as those scripts do? */
bool reproducer_is(const char *text);
/* Adds the compilations that the script stands for: by the driver, as its user
 * ran it, and by the process that crashed. `program` replaces the compiler
 * (NULL: that of the script). RD_ERR_NOTFOUND: the source or the compiler is not
 * there; RD_ERR_INVALID: the script is damaged. */
rd_status reproducer_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err);

/* Does the text begin as those files do? */
bool gcc_report_is(const char *text);
/* Adds the compilations that the file stands for: by the driver of that version,
 * and by the compiler proper as it was run. `program` replaces the driver (NULL:
 * it is looked for). RD_ERR_NOTFOUND: no compiler of it is there;
 * RD_ERR_INVALID: the file is damaged. */
rd_status gcc_report_read(intake *out, const char *path, const char *text,
                          const char *program, rd_error *err);

/* Is it the folder of a bundle, or a word that can be the id of one and is no
 * file? */
bool kept_crash_is(const char *word);
/* Adds its compilation; `text` is not used. `program` (or NULL) replaces the
 * compiler. RD_ERR_NOTFOUND, RD_ERR_INVALID, RD_ERR_IO. */
rd_status kept_crash_read(intake *out, const char *word, const char *text,
                          const char *program, rd_error *err);

/* ---- compile_commands.json ---- */

/* Adds the commands that the database in request->database has for the file, in
 * its order. RD_ERR_NOTFOUND: there is no database; RD_ERR_INVALID: it is
 * damaged, has no command for the file, or one whose folder is gone;
 * RD_ERR_UNSUPPORTED: no file was named. */
rd_status database_find(intake *out, const intake_request *request,
                        rd_error *err);

/* ---- commands as people have them: with launchers, @files, from a log ---- */

/* Fills command, environment and directory from the words. A shell line, as the
 * only word or after `sh -c`, is taken apart. The directory stays NULL where it
 * is `cwd`. RD_ERR_UNSUPPORTED: it needs a shell; RD_ERR_INVALID: nothing that
 * could be run; RD_ERR_IO, RD_ERR_NOTFOUND: an @file cannot be read. */
rd_status typed_read(compilation *out, const strings *words, const char *cwd,
                     rd_error *err);
/* As intake_find, for the request's file, if any, and its command. */
rd_status typed_find(intake *out, const intake_request *request, rd_error *err);

/* Adds the words of the compiler's command in a line such as
 * `cd build && CC=x gcc -c a.c >log 2>&1`. *directory_out becomes the folder
 * that it changes to, absolute, caller's; it stays as it is where it changes to
 * none. No shell is run. RD_ERR_UNSUPPORTED: the line expands variables or
 * commands; RD_ERR_INVALID: a quote is not closed, or there is no command. */
rd_status shell_read(strings *out, char **directory_out, const char *line,
                     const char *cwd, rd_error *err);

/* Adds the sources of a command, in its order: words that name existing files of
 * a language that compilers read. *missing_out (may be NULL) is the first such
 * word without a file, lent, or NULL. */
void sources_find(strings *out, const char **missing_out,
                  const strings *command, const char *cwd);

/* ---- preprocessed sources ---- */

/* How far a source went through the preprocessor. */
typedef enum preprocessed {
  INCLUDES_DONE, /* includes are in their place, macros are not expanded */
  MACROS_DONE,   /* both */
} preprocessed;

/* How many words from words[at] on are about includes, dependencies or outputs,
 * or, if macros are done, about macros; 0: the word stays. */
size_t preprocessing_words(const strings *words, size_t at, preprocessed how);

#endif
