/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A command that compiles a file of a project where that lies. */
#ifndef BLAME_COMPILE_H
#define BLAME_COMPILE_H

#include "compiler/runner.h"
#include "compiler/invocation.h"

/* {0} is none. */
typedef struct compile {
  invocation command; /* on the file's name, in the folder of a test */
  char *file;         /* where it is, absolute */
  size_t
      folder; /* index of the word that names the folder of the file, in which
                    quoted headers are found; 0: no word does */
  size_t prefix; /* bytes of that word before the name */
} compile;

/* Reads a command as typed in `cwd`; `file` is absolute, and stands in it as that
 * or not at all. Errors as of invocation_parse. Owner: compile_dispose. */
rd_status compile_read(compile *out, const strings *words, const char *file,
                       const char *cwd, rd_error *err);
void compile_dispose(compile *self);
/* Adds what each run of it needs, asking the compiler. Cost: a few runs. */
rd_status compile_complete(compile *self, runner *run, rd_error *err);
/* Makes it compile another file. */
void compile_set_file(compile *self, const char *file);
/* Adds the command as words that can be run anywhere, on the file where it
 * lies. */
void compile_words(strings *out, const compile *self);
/* The file preprocessed with line markers; NULL: it cannot be. Caller's. */
rd_status compile_preprocess(char **out, size_t *size_out, const compile *self,
                             runner *run, const rd_limits *limits,
                             rd_error *err);

#endif
