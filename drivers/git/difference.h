/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The difference of two texts, as git prints it. */
#ifndef GIT_DIFFERENCE_H
#define GIT_DIFFERENCE_H

#include <stddef.h>

#include "reduce/status.h"

/* A unified diff of two versions of the file `name`, empty if they are equal.
 * RD_ERR_IO: libgit2 fails. Owner: *out is the caller's, NUL-terminated. */
rd_status difference_make(char **out, size_t *size_out, const char *name,
                          const char *older, size_t older_size,
                          const char *newer, size_t newer_size, rd_error *err);

#endif
