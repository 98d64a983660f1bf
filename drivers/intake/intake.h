/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Turns the user's input, in any form, into a source and its command. */
#ifndef INTAKE_INTAKE_H
#define INTAKE_INTAKE_H

#include "compiler/invocation.h"
#include "reduce/status.h"

/* A source and the command that crashes on it. Unknown strings are NULL and
 * unknown lists empty. */
typedef struct compilation {
  char *file; /* the source to reduce, as a path that this process can open */
  size_t preface;  /* bytes at the start of the file that are not source */
  char *name;      /* the name that the compiler has to see, such as "bug.i";
                      NULL: the file's own name */
  char *directory; /* the base of relative paths in the command; NULL: the
                      current folder */
  strings command; /* the compiler and its arguments; launchers stripped,
                      response files expanded; empty: the default command */
  strings environment; /* NAME=VALUE as the command was run; NAME: unset */
  bool is_report; /* the file was made for a bug report, not by the user, so its
                     folder has no meaning */
  char *origin;   /* source of this data, for people; NULL: the command line */
  /* Names of the files that the text consists of (joined.h), relative to the
   * folder of the command; empty: it is one file. */
  strings files;
} compilation;

void compilation_dispose(compilation *self);
/* Parses its command, with the environment and folder to run it in; `cwd` is
 * the current folder. Errors: see invocation_parse. */
rd_status compilation_parse(invocation *out, const compilation *self,
                            const char *cwd, rd_error *err);

/* Replaces the program by its path if the PATH in this environment leads to a
 * different file than this process's PATH, or if the latter leads to none. */
void compilation_find_program(compilation *self, const strings *environment);

/* The candidates; the first that crashes is meant. There are several if a
 * command has several sources, a file has several commands, or a report can be
 * run in several ways. {0} is empty. */
typedef struct intake {
  compilation *data;
  size_t size;
  strings notes;    /* lines for the user */
  bool is_evidence; /* a reproducer, report or database was examined */
} intake;

/* The user's input. All lent. */
typedef struct intake_request {
  const char *file; /* a source, a reproducer or a report file; NULL: none */
  bool is_source;   /* treat the file as a source whatever its content */
  bool links;       /* a program is built, from one source: another in a typed
                       command is an error */
  const strings *files;   /* `file` and others that are reduced with it; the
                           source is the first that the command names. NULL:
                           only `file` */
  const strings *command; /* the words after "--"; may be empty */
  const char *database;   /* the folder of -p, or NULL */
  const char *cwd;
} intake_request;

/* Finds the compilations, at least one. Only reads files and runs nothing. A
 * plain source need not exist.
 * RD_ERR_NOTFOUND: a named reproducer, database or source does not exist;
 * RD_ERR_INVALID: it is damaged, or contains nothing to run;
 * RD_ERR_UNSUPPORTED: the command line is incomplete or contradicts itself;
 * RD_ERR_IO. Owner: release *out with intake_dispose in any case. */
rd_status intake_find(intake *out, const intake_request *request,
                      rd_error *err);
void intake_dispose(intake *self);
/* Adds the sources of a command, in its order: words that name existing files
 * and have the suffix of a source or come after an -x that sets their language.
 * *missing_out (may be NULL) is the first such word whose file does not exist,
 * lent, or NULL. */
void intake_sources(strings *out, const char **missing_out,
                    const strings *command, const char *cwd);
/* Appends an empty compilation; lent until the next call. */
compilation *intake_add(intake *self);

#endif
