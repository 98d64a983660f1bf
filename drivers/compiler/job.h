/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A process to run on a text: the user's command, or the one that it starts. */
#ifndef COMPILER_JOB_H
#define COMPILER_JOB_H

#include "base/text.h"

/* {0} is no job. */
typedef struct job {
  strings words;       /* the command; words.data[0] is an absolute path or is
                          found in PATH */
  strings environment; /* NAME=VALUE on top of the runner's, or NAME to unset */
  size_t file;         /* index in words of the text's name */
} job;

void job_dispose(job *self);
/* As a line for a shell, its environment included; caller's. */
char *job_line(const job *self);

#endif
