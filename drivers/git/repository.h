/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Git repositories: a small interface to libgit2, whose names are not visible
 * outside this folder. */
#ifndef GIT_REPOSITORY_H
#define GIT_REPOSITORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reduce/status.h"

/* The name of an object. */
typedef struct object_id {
  unsigned char bytes[20];
} object_id;

enum { OBJECT_ID_DIGITS = 40 };

typedef struct repository repository;

/* Opens a bare repository that we made, without any configuration of the
 * user's, the system's or a template. With `create`, a missing one is created,
 * completely or not at all. RD_ERR_NOTFOUND, RD_ERR_NOSPACE, RD_ERR_IO. Owner:
 * *out is released with repository_free. */
rd_status repository_open(repository **out, const char *path, bool create,
                          rd_error *err);
void repository_free(repository *self);

/* Removes leftovers of a killed process: locks of the branch and of HEAD,
 * unfinished objects. Nothing else may be writing. */
void repository_tidy(const repository *self, const char *branch);

/* The last commit of a branch. RD_ERR_NOTFOUND, RD_ERR_IO. */
rd_status repository_tip(object_id *out, const repository *self,
                         const char *branch, rd_error *err);
/* The branch's commits, oldest first, along first parents; none if there is no
 * such branch. Owner: *out is the caller's. */
rd_status repository_history(object_id **out, size_t *count_out,
                             const repository *self, const char *branch,
                             rd_error *err);

/* A commit of a single file. All lent. */
typedef struct commit_spec {
  const object_id *parent; /* NULL: a root commit */
  const char *file;
  const char *text;
  size_t size;
  const char *message;
  int64_t seconds; /* its time, since 1970 */
} commit_spec;

/* Writes a commit without changing any branch. RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status repository_commit(object_id *out, repository *self,
                            const commit_spec *spec, rd_error *err);
/* Points the branch at the commit. */
rd_status repository_set_branch(repository *self, const char *branch,
                                const object_id *commit, rd_error *err);
/* Points HEAD at the branch. */
rd_status repository_set_head(repository *self, const char *branch,
                              rd_error *err);
/* The only file of a commit. Owner: *out is the caller's, NUL-terminated. */
rd_status repository_text(char **out, size_t *size_out, const repository *self,
                          const object_id *commit, rd_error *err);
/* Does the commit hold this text, under this name? */
bool repository_has_text(const repository *self, const object_id *commit,
                         const char *file, const char *text, size_t size);

/* The digits of git's id for a text, with a NUL. */
void text_digits(char out[OBJECT_ID_DIGITS + 1], const char *text, size_t size);

#endif
