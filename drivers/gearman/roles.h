/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef GEARMAN_ROLES_H
#define GEARMAN_ROLES_H

#include <stdbool.h>
#include <stddef.h>

/* Carries the jobs of a reduction until it ends. */
int carry_jobs(const char *server, size_t count);

/* Serves compilers (NULL-terminated), with so many processes. Flags: s, scripts
 * too; f, free of the sandbox; q, quiet. */
int serve_jobs(const char *server, size_t jobs, const char *flags,
               char *const *compilers);

/* A filter for what a worker runs (struct sock_fprog, never freed), which
 * forbids sockets and what changes the system; NULL: there is none. */
const void *jail_filter(void);

#endif
