/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a program in the current folder, alone, and says what it did. */
#ifndef WRONG_PROGRAM_H
#define WRONG_PROGRAM_H

#include "base/text.h"
#include "wrong/behaviour.h"

typedef struct program {
  const char *path;           /* looked up in PATH if it has no slash */
  const char *const *argv;    /* NULL-terminated */
  const strings *environment; /* NAME=VALUE, on top of ours; or NULL */
  const char *started; /* the socket of a process that has started it already;
                                 NULL, or it is not there: none has */
  const char *input;   /* the file on standard input; NULL: none; "-": an
                                 empty line, to see whether it is read */
  bool messages;       /* what it prints on standard error counts too */
  unsigned limit_ms;   /* of CPU time; 0: none */
} program;

/* Runs it to its end or to the limit. A core is not written. A program that prints
 * more than 1 MiB is ended, and is as late as one that takes too long. */
void program_run(behaviour *out, const program *what);

#endif
