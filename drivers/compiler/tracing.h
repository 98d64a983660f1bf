/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a program under ptrace, and follows what it starts. */
#ifndef COMPILER_TRACING_H
#define COMPILER_TRACING_H

#include <sys/types.h>

/* What to call while a process stands still. All may be NULL. */
typedef struct tracing {
  void (*stopped)(void *payload, pid_t pid, int number); /* by a signal */
  void (*began)(void *payload, pid_t pid); /* another program, by exec */
  void (*ended)(void *payload, pid_t pid, int status); /* as of waitpid */
  void *payload;
} tracing;

/* Runs the program until it has exited. What it left behind is killed when the
 * caller's process ends. Returns its exit status, or 128 and the signal that
 * ended it; -1: the system does not let it be traced, or it has no name. */
int tracing_run(char *const *argv, const tracing *with);

#endif
