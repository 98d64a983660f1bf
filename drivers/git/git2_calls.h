/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What every file of this folder wants of libgit2; for this folder alone. */
#ifndef GIT_GIT2_CALLS_H
#define GIT_GIT2_CALLS_H

#include <git2.h>

#include "git/repository.h"

/* Makes libgit2 ready, with what we ask of it everywhere; `path` is for the
 * message. RD_ERR_IO. Each call wants one of git2_stop. */
rd_status git2_start(const char *path, rd_error *err);
void git2_stop(void);

/* The error that libgit2 keeps for its last call, which returned `code`:
 * "cannot WHAT PATH: REASON". RD_ERR_NOTFOUND, RD_ERR_NOSPACE or RD_ERR_IO. */
rd_status fail_git(const char *what, const char *path, int code, rd_error *err);

git_oid to_oid(const object_id *id);
object_id from_oid(const git_oid *oid);

#endif
