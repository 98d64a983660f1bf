/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the user has, whatever its form, as a source and its command. */
#ifndef INTAKE_INTAKE_H
#define INTAKE_INTAKE_H

#include "compiler/invocation.h"
#include "reduce/status.h"

/* A source with the command that crashes on it. Strings are NULL and lists
 * empty where nothing is known. */
typedef struct compilation {
  char *file; /* the source to reduce, as a path that this process can open */
  size_t preface;  /* bytes at the start of the file that are no source */
  char *name;      /* what the compiler has to see it as, such as "bug.i"; NULL:
                     the file's own name */
  char *directory; /* what relative paths of the command start from; NULL: the
                           current folder */
  strings command; /* the compiler and its arguments; launchers stripped,
                       response files in their place; empty: the default one */
  strings
      environment; /* NAME=VALUE that the command was run with; NAME: unset */
  bool is_report;  /* the file was made for a bug report, not by the user,
                          so that its folder says nothing */
  char *origin; /* where all this is from, for people; NULL: the command line */
} compilation;

void compilation_dispose(compilation *self);
/* Its command as data, with what it runs with; `cwd` is the current folder.
 * Errors as of invocation_parse. */
rd_status compilation_parse(invocation *out, const compilation *self,
                            const char *cwd, rd_error *err);

/* Names the program by its file, where the PATH of this environment leads to
 * another than that of this process, or this one to none. */
void compilation_find_program(compilation *self, const strings *environment);

/* What may be meant: the first of them that crashes. More than one where a
 * command has several sources, a file has several commands, or a report can be
 * run in more than one way. {0} is empty. */
typedef struct intake {
  compilation *data;
  size_t size;
  strings notes;    /* lines for the user */
  bool is_evidence; /* a reproducer, report or database was looked into */
} intake;

/* What was given. All lent. */
typedef struct intake_request {
  const char *file; /* a source, a reproducer or a report file; NULL: none */
  bool is_source;   /* the file is a source whatever it looks like */
  const strings *command; /* what followed "--"; may be empty */
  const char *database;   /* the folder of -p, or NULL */
  const char *cwd;
} intake_request;

/* Finds the compilations, at least one. Files are only read, and nothing is
 * run. A plain source need not exist.
 * RD_ERR_NOTFOUND: a reproducer, database or source that was named is not there;
 * RD_ERR_INVALID: it is damaged, or says nothing that could be run;
 * RD_ERR_UNSUPPORTED: the command line is not enough, or contradicts itself;
 * RD_ERR_IO. Owner: *out is released with intake_dispose in any case. */
rd_status intake_find(intake *out, const intake_request *request,
                      rd_error *err);
void intake_dispose(intake *self);
/* A new empty compilation at the end: lent until the next. */
compilation *intake_add(intake *self);

#endif
