/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A checkout's own repository, which borrows objects; private to this
 * folder. */
#ifndef GIT_BORROW_H
#define GIT_BORROW_H

#include "git/history_private.h"

/* Is the folder our checkout, empty, or missing? RD_ERR_INVALID: it belongs to
 * someone else. */
rd_status borrow_check(const char *folder, rd_error *err);
/* Marks an existing folder as our checkout. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status borrow_mark(const char *folder, rd_error *err);
/* The content of packed-refs: branches and tags of the history; caller's. */
char *borrow_refs(const history *from);
/* Completes FOLDER/.git in a folder that has the mark, and removes any index.
 * `afresh`: discards all changes made in it. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status borrow_make(const char *folder, const history *from, const char *refs,
                      bool afresh, rd_error *err);
/* Points HEAD at a commit. */
rd_status borrow_set_head(const char *folder, const object_id *id,
                          rd_error *err);

#endif
