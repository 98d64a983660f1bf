/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A command that compiles a file of a project in its place. */
#ifndef BLAME_COMPILE_H
#define BLAME_COMPILE_H

#include "compiler/runner.h"
#include "compiler/invocation.h"

/* {0} is empty. */
typedef struct compile {
  invocation command; /* compiles the file by its name, in the folder of a
                         test */
  char *file;         /* its location, absolute */
  size_t folder; /* index of the word that names the file's folder, for quoted
                    headers; 0: none */
  size_t prefix; /* bytes of that word before the name */
} compile;

/* Reads a command as typed in `cwd`; `file` is absolute, and the command
 * names it so or not at all. Errors as of invocation_parse. Owner:
 * compile_dispose. */
rd_status compile_read(compile *out, const strings *words, const char *file,
                       const char *cwd, rd_error *err);
void compile_dispose(compile *self);
/* Asks the compiler, and adds the options that each run needs. Cost: a few
 * runs. */
rd_status compile_complete(compile *self, runner *run, rd_error *err);
/* Replaces the file that it compiles. */
void compile_set_file(compile *self, const char *file);
/* Adds the command as words that run anywhere, on the file in its place. */
void compile_words(strings *out, const compile *self);
/* The file preprocessed with line markers; NULL: it cannot be preprocessed.
 * Caller's. */
rd_status compile_preprocess(char **out, size_t *size_out, const compile *self,
                             runner *run, const rd_limits *limits,
                             rd_error *err);

#endif
