/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the user has, whatever its form, as one compilation. */
#ifndef INTAKE_INTAKE_H
#define INTAKE_INTAKE_H

#include "compiler/memory.h"
#include "reduce/status.h"

/* A source with the command that crashes on it. Strings are NULL and lists
 * empty where nothing is known. */
typedef struct compilation {
  char *file; /* the source to reduce, as a path that this process can open */
  char *name; /* what the compiler has to see it as, such as "bug.i"; NULL: the
                 file's own name */
  char *directory; /* what relative paths of the command start from; NULL: the
                          current folder */
  strings command; /* the compiler and its arguments; launchers stripped */
  strings environment; /* NAME=VALUE that the command was run with */
  char *origin; /* where all this is from, for people; NULL: the command line */
} compilation;

/* What was given. All lent. */
typedef struct intake_request {
  const char *file;       /* a source, a reproducer, a report file or a crash
                               bundle; NULL: none */
  const strings *command; /* what followed "--"; may be empty */
  const char *database;   /* the folder of -p, or NULL */
  const char *cwd;
} intake_request;

/* Finds the compilation. Files that are asked for are only read.
 * RD_ERR_NOTFOUND: something that was named is not there; RD_ERR_INVALID: it is
 * damaged, or says nothing that could be run; RD_ERR_UNSUPPORTED: several
 * sources, of which the crashing one has to be found by running them
 * (intake_sources). Owner: *out is released with compilation_dispose in any
 * case. */
rd_status intake_find(compilation *out, const intake_request *request,
                      rd_error *err);
void compilation_dispose(compilation *self);

/* The sources of a command, in its order: words that name existing files of a
 * language that compilers read. Adds copies of the words. */
void intake_sources(strings *out, const strings *command, const char *cwd);

#endif
