/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The members of a history, and raw commits; private to this folder. */
#ifndef GIT_HISTORY_PRIVATE_H
#define GIT_HISTORY_PRIVATE_H

#include "git/git2_calls.h"
#include "git/history.h"

struct history {
  git_repository *git;
  git_odb *objects;
  char *path;         /* as the user named it, for messages */
  char *folder;       /* absolute, links resolved */
  char *work_tree;    /* likewise; NULL: bare */
  object_id *shallow; /* commits whose parents were cut off, sorted */
  size_t shallow_count;
};

/* Fails with the error of reading an object; `code` is libgit2's. */
rd_status fail_object(const history *self, const object_id *id, int code,
                      rd_error *err);
/* Reads an object of this kind. Owner: *out is released with
 * git_odb_object_free. RD_ERR_NOTFOUND, RD_ERR_IO (it is damaged or of another
 * kind). */
rd_status read_object(git_odb_object **out, const history *self,
                      const object_id *id, git_object_t kind, rd_error *err);

/* A commit in its stored form. */
typedef struct commit_text {
  char *bytes; /* holds the lines */
  object_id tree;
  object_id *parents; /* none if a shallow clone ends here */
  uint32_t parent_count;
  const char *author, *committer, *encoding; /* NULL: the line is missing */
  const char *message;
  int64_t time; /* the committer's, seconds since 1970; 0 if it has none */
} commit_text;

/* RD_ERR_NOTFOUND, RD_ERR_IO. Owner: released with commit_text_dispose. */
rd_status commit_text_read(commit_text *out, const history *self,
                           const object_id *id, rd_error *err);
void commit_text_dispose(commit_text *self);
/* The tree of a commit. Errors likewise. Owner: git_tree_free. */
rd_status read_tree(git_tree **out, const history *self,
                    const object_id *commit, rd_error *err);

/* What the newer commit changes; `older` NULL: everything is new. Errors
 * likewise. Owner: git_diff_free. */
rd_status compare_commits(git_diff **out, const history *self,
                          const object_id *older, const object_id *newer,
                          rd_error *err);

#endif
