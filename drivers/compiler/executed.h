/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the commands that a program runs on a file. */
#ifndef COMPILER_EXECUTED_H
#define COMPILER_EXECUTED_H

#include "base/memory.h"
#include "compiler/runner.h"

/* First argument that makes the symbolizer run executed_main. */
#define EXECUTED_ARGUMENT "--executed"

/* A command with the file as one of its words. */
typedef struct executed {
  char *cwd;        /* its working folder */
  strings words;    /* as in its argument vector */
  size_t file;      /* index of the file in words */
  uint32_t wall_ms; /* that it took */
  bool succeeded;   /* its exit status was 0 */
  bool was_cut;     /* it, or what it started, was ended from outside, as by a
                       limit of the script */
} executed;

typedef ARRAY(executed) executed_list;

/* Runs the job on the text, and lists the different commands that it and what
 * it starts run on a file of that name, in order; *out is released with
 * executed_free. RD_ERR_UNSUPPORTED: the system does not permit tracing; else
 * the errors of runner_wait. Cost: one run. */
rd_status executed_find(executed_list *out, runner *run, const job *what,
                        const source *text, const rd_limits *limits,
                        rd_error *err);
void executed_free(executed_list *list);

/* The words of the program itself in those of a run that is traced, and of any
 * other run all; lent. */
const char *const *executed_shown(const char *const *argv);

/* Main function of the tracing process: runs argv + 1, and after that prints a
 * line for each command with a file of the name *argv. Returns the exit status
 * of the program. */
int executed_main(char *const *argv);

#endif
