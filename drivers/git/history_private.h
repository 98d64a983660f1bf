/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a history is made of, and commits as they are stored; for this folder
 * alone. */
#ifndef GIT_HISTORY_PRIVATE_H
#define GIT_HISTORY_PRIVATE_H

#include "git/git2_calls.h"
#include "git/history.h"

struct history {
  git_repository *git;
  git_odb *objects;
  char *path;         /* as it was named, for messages */
  char *folder;       /* absolute, links resolved */
  char *work_tree;    /* likewise; NULL: bare */
  object_id *shallow; /* commits whose parents were cut off, sorted */
  size_t shallow_count;
};

/* Does a shallow clone end at this commit? */
bool is_cut_off(const history *self, const object_id *id);

/* Fails because an object could not be read; `code` is libgit2's. */
rd_status fail_object(const history *self, const object_id *id, int code,
                      rd_error *err);
/* Reads an object of a kind. Owner: *out is released with git_odb_object_free.
 * RD_ERR_NOTFOUND, RD_ERR_IO (it is damaged or of another kind). */
rd_status read_object(git_odb_object **out, const history *self,
                      const object_id *id, git_object_t kind, rd_error *err);

/* Bytes in a commit's text; text NULL: it has no such line. */
typedef struct commit_line {
  const char *text;
  size_t size;
} commit_line;

/* A commit as it is stored. */
typedef struct commit_text {
  git_odb_object *object; /* what the lines point into */
  object_id tree;
  object_id *parents; /* none if a shallow clone ends here */
  uint32_t parent_count;
  commit_line author, committer, encoding;
  commit_line message;
  int64_t time; /* the committer's, seconds since 1970; 0 if it has none */
} commit_text;

/* RD_ERR_NOTFOUND, RD_ERR_IO. Owner: released with commit_text_dispose. */
rd_status commit_text_read(commit_text *out, const history *self,
                           const object_id *id, rd_error *err);
void commit_text_dispose(commit_text *self);
/* The tree of a commit. Errors likewise. Owner: git_tree_free. */
rd_status read_tree(git_tree **out, const history *self,
                    const object_id *commit, rd_error *err);

#endif
