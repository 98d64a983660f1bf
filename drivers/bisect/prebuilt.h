/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prebuilt compilers, in folders named after their commits. */
#ifndef BISECT_PREBUILT_H
#define BISECT_PREBUILT_H

#include "git/history.h"

typedef struct prebuilt prebuilt;

/* Reads the folder that the path leads through. {commit} in the path is 40
 * digits, or at least 7 that identify one commit of the history. Relative paths
 * start from `cwd`. RD_ERR_NOTFOUND: there is no such folder, or no name in it
 * is a commit's; RD_ERR_IO. Owner: released with prebuilt_free. */
rd_status prebuilt_new(prebuilt **out, const char *path, const char *cwd,
                       const history *from, rd_error *err);
void prebuilt_free(prebuilt *self);
/* The commit's compiler, absolute, lent; NULL: it has no executable one. */
const char *prebuilt_find(const prebuilt *self, const object_id *commit);

#endif
