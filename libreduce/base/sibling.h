/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Forking for the parent of this process. */
#ifndef BASE_SIBLING_H
#define BASE_SIBLING_H

#include <linux/sched.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Like fork, but the new process is a child of our parent. */
static inline pid_t fork_sibling(void)
{
  struct clone_args args = { .flags = CLONE_PARENT };
  return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

#endif
