/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The repository that a checkout has of its own; for this folder alone. */
#ifndef GIT_BORROW_H
#define GIT_BORROW_H

#include "git/history_private.h"

/* Is the folder a checkout of ours, or empty, or not there? RD_ERR_INVALID: it
 * is somebody's. */
rd_status borrow_check(const char *folder, rd_error *err);
/* Makes a folder that is there a checkout of ours. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status borrow_mark(const char *folder, rd_error *err);
/* The text of packed-refs: branches and tags of the history; caller's. */
char *borrow_refs(const history *from);
/* Makes FOLDER/.git whole, of a folder that has the mark. `afresh`: whatever was done in
 * it is forgotten. No index is left. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status borrow_make(const char *folder, const history *from, const char *refs,
                      bool afresh, rd_error *err);
/* Lets HEAD name a commit. */
rd_status borrow_set_head(const char *folder, const object_id *id,
                          rd_error *err);

#endif
