/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The history of somebody's repository, which is only read: its commits, their
 * graph, who wrote which line, and checkouts elsewhere.
 *
 * Nothing is ever written into it, nothing of it is run (hooks, filters,
 * configured programs), and of all configuration only its own is read.
 */
#ifndef GIT_HISTORY_H
#define GIT_HISTORY_H

#include "base/text.h"
#include "git/repository.h"

typedef struct history history;

/* Opens the repository that `path` is or lies in: a work tree or a folder in
 * one, a linked work tree, a bare repository. RD_ERR_NOTFOUND: there is none;
 * RD_ERR_UNSUPPORTED: one of a format that cannot be read; RD_ERR_IO. Owner:
 * *out is released with history_free. Not shared between threads. */
rd_status history_open(history **out, const char *path, rd_error *err);
void history_free(history *self);
/* The folder of its objects and branches (".git" of a work tree), absolute,
 * links resolved: what tells one repository from another. Lent. */
const char *history_folder(const history *self);
/* Its work tree, absolute, no slash at the end; NULL: it is bare. Lent. */
const char *history_work_tree(const history *self);

/* The commit that a revision names, as gitrevisions(7) has it. RD_ERR_NOTFOUND:
 * none; RD_ERR_INVALID: it is ambiguous or no commit; RD_ERR_IO. */
rd_status history_resolve(object_id *out, const history *self,
                          const char *revision, rd_error *err);
/* The 40 digits of an id, with a NUL; and back (false: they are none). */
void object_id_digits(char out[OBJECT_ID_DIGITS + 1], const object_id *id);
bool object_id_parse(object_id *out, const char *digits);
bool object_id_equals(const object_id *a, const object_id *b);

/* What a report says of a commit. Texts are valid UTF-8. */
typedef struct commit_facts {
  object_id id;
  object_id *parents;
  size_t parent_count;
  char *author;      /* "Name <mail>" */
  char *author_date; /* "2026-01-31 12:00:00 +0100", of its own time zone */
  char *commit_date; /* likewise */
  char *subject;     /* the first line of the message */
  strings files;     /* paths that differ from its first parent's, sorted */
} commit_facts;

/* RD_ERR_NOTFOUND, RD_ERR_IO. Owner: released with commit_facts_dispose. */
rd_status history_facts(commit_facts *out, const history *self,
                        const object_id *id, rd_error *err);
void commit_facts_dispose(commit_facts *self);

/* ---- the graph ---- */

typedef struct commit_node {
  object_id id;
  uint32_t *parents; /* indices of those that are in the graph, in the commit's
                        order */
  uint32_t parent_count;
} commit_node;

/* Commits between some: all that are reached from `bad` and from none of `good`.
 * Each comes before its parents, else the newest first; node 0 is `bad`. */
typedef struct commit_graph {
  commit_node *nodes;
  size_t count;
} commit_graph;

/* With `first_parent`, only first parents are followed from `bad` on. A shallow
 * clone ends where it ends. RD_ERR_NOTFOUND: an object is missing; RD_ERR_IO.
 * Owner: *out is released with commit_graph_dispose; empty if `bad` is reached
 * from a good one. Cost: all commits that are reached from bad and good until it
 * is clear where they meet. */
rd_status history_between(commit_graph *out, const history *self,
                          const object_id *bad, const object_id *good,
                          size_t good_count, bool first_parent, rd_error *err);
void commit_graph_dispose(commit_graph *self);
/* Best common ancestors of two commits; none if they are unrelated. Owner: *out
 * is the caller's. RD_ERR_IO. */
rd_status history_merge_bases(object_id **out, size_t *count_out,
                              const history *self, const object_id *a,
                              const object_id *b, rd_error *err);
/* Is it a clone with a cut-off history? */
bool history_is_shallow(const history *self);

/* ---- checkouts ---- */

/* A folder with the files of a commit, and a repository of its own in it that
 * borrows the objects of the history: `git describe`, `git rev-parse HEAD` and
 * the like work there, and what is done there never reaches the user's
 * repository. */
typedef struct checkout checkout;

/* Makes an empty checkout in the folder, which is made, or takes over one that
 * an earlier process has left there. RD_ERR_INVALID: the folder holds anything
 * else; RD_ERR_NOSPACE, RD_ERR_IO. Owner: *out is released with checkout_free,
 * which leaves the folder. The history has to outlive it. */
rd_status checkout_open(checkout **out, const history *self, const char *folder,
                        rd_error *err);
/* Makes it the commit's: files as committed, HEAD detached there. Submodules are
 * empty folders; filters that are programs (LFS) are not run. `clean`: what is
 * not of the commit is removed, ignored files and what was done with git there as
 * well; else it stays, for builds that go on from an earlier one, unless the move
 * before was cut short. Files that do not differ keep their times. Nobody else
 * may be at work in the folder. RD_ERR_NOTFOUND: an object is missing;
 * RD_ERR_NOSPACE, RD_ERR_IO. */
rd_status checkout_move(checkout *self, const object_id *id, bool clean,
                        rd_error *err);
void checkout_free(checkout *self);

/* ---- files and lines ---- */

/* The text of a file of a commit; `path` starts from the root. RD_ERR_NOTFOUND:
 * the commit has none; RD_ERR_IO. Owner: *out is the caller's, NUL-terminated. */
rd_status history_file(char **out, size_t *size_out, const history *self,
                       const object_id *commit, const char *path,
                       rd_error *err);
/* Does the commit have a file of that path? RD_ERR_NOTFOUND: an object is
 * missing; RD_ERR_IO. */
rd_status history_has_file(bool *out, const history *self,
                           const object_id *commit, const char *path,
                           rd_error *err);
/* The path at its first parent of a file that the commit has moved; NULL: it has
 * not. Caller's. RD_ERR_NOTFOUND, RD_ERR_IO. */
rd_status history_name_before(char **out, const history *self,
                              const object_id *commit, const char *path,
                              rd_error *err);
/* The commits that brought in lines `first` to `last`, from 1, of a file as it is
 * in a commit, moves of the file followed; out[0] is that of `first`. Errors, also
 * where a shallow clone hides them: nothing is known of them. */
rd_status history_blame(object_id *out, const history *self,
                        const object_id *commit, const char *path,
                        uint32_t first, uint32_t last, rd_error *err);
/* The lines of `newer`, from 1, that are not in `older`. Owner: *out is the
 * caller's. */
void text_new_lines(uint32_t **out, size_t *count_out, const char *older,
                    size_t older_size, const char *newer, size_t newer_size);

#endif
