/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilers that are there already, in folders named after their commits. */
#ifndef BISECT_PREBUILT_H
#define BISECT_PREBUILT_H

#include "git/history.h"

typedef struct prebuilt prebuilt;

/* Reads the folder that the path leads through, {commit} being the commit: 40
 * digits, or enough of them (7 at least) to mean one commit of the history.
 * Relative paths are those of `cwd`. RD_ERR_NOTFOUND: there is none, or nothing
 * in it is called like a commit; RD_ERR_IO. Owner: released with
 * prebuilt_free. */
rd_status prebuilt_new(prebuilt **out, const char *path, const char *cwd,
                       const history *from, rd_error *err);
void prebuilt_free(prebuilt *self);
/* The commit's compiler, absolute, caller's; NULL: it has none that can be
 * run. */
char *prebuilt_find(const prebuilt *self, const object_id *commit);

#endif
