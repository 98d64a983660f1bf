/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a file was called before it was moved. */
#ifndef BLAME_MOVES_H
#define BLAME_MOVES_H

#include "git/history.h"

/* Does the commit have a file of that path? RD_ERR_IO. */
rd_status moves_has_file(bool *out, const history *self,
                         const object_id *commit, const char *path,
                         rd_error *err);
/* The path at its first parent of a file that the commit has and that parent has
 * not: of those that the commit removed the one of which most lines are left,
 * which has to be half of them. NULL: it was added. Caller's. RD_ERR_IO. */
rd_status moves_name_before(char **out, const history *self,
                            const object_id *commit, const char *path,
                            rd_error *err);
/* How much of the lines of two texts is the same, in percent of the longer. */
unsigned moves_likeness(const char *a, size_t a_size, const char *b,
                        size_t b_size);

#endif
