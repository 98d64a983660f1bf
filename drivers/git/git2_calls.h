/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libgit2 helpers; private to this folder. */
#ifndef GIT_GIT2_CALLS_H
#define GIT_GIT2_CALLS_H

#include <git2.h>

#include "git/repository.h"

/* Initializes libgit2 with our settings; `path` is for the message. RD_ERR_IO.
 * Each call must be paired with git2_stop. */
rd_status git2_start(const char *path, rd_error *err);
void git2_stop(void);

/* Fails with libgit2's error for its last call, which returned `code`: "cannot
 * WHAT PATH: REASON". RD_ERR_NOTFOUND, RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status fail_git(const char *what, const char *path, int code, rd_error *err);

git_oid to_oid(const object_id *id);
object_id from_oid(const git_oid *oid);

#endif
