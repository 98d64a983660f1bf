/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The history of a user's repository, read-only: commits, their graph, the
 * commit of each line, and checkouts elsewhere.
 *
 * The repository is never written to. None of its programs (hooks, filters,
 * configured commands) is run, and only its own configuration is read.
 */
#ifndef GIT_HISTORY_H
#define GIT_HISTORY_H

#include <signal.h>

#include "base/text.h"
#include "git/repository.h"

typedef struct history history;

/* Opens the repository that `path` is or lies in: a work tree or a folder in
 * one, a linked work tree, a bare repository. RD_ERR_NOTFOUND: there is none;
 * RD_ERR_UNSUPPORTED: its format cannot be read; RD_ERR_IO. Owner: *out is
 * released with history_free. Must not be shared between threads. */
rd_status history_open(history **out, const char *path, rd_error *err);
void history_free(history *self);
/* The folder of its objects and branches (".git" of a work tree), absolute,
 * links resolved; it identifies the repository. Lent. */
const char *history_folder(const history *self);
/* Its work tree, absolute, no slash at the end; NULL: it is bare. Lent. */
const char *history_work_tree(const history *self);

/* The commit that a revision names, in the syntax of gitrevisions(7).
 * RD_ERR_NOTFOUND: none; RD_ERR_INVALID: it is ambiguous or not a commit;
 * RD_ERR_IO. */
rd_status history_resolve(object_id *out, const history *self,
                          const char *revision, rd_error *err);
/* The 40 digits of an id, with a NUL; and back (false: not an id). */
void object_id_digits(char out[OBJECT_ID_DIGITS + 1], const object_id *id);
bool object_id_parse(object_id *out, const char *digits);
bool object_id_equals(const object_id *a, const object_id *b);

/* What a report shows of a commit. Texts are valid UTF-8. */
typedef struct commit_facts {
  object_id id;
  object_id *parents;
  size_t parent_count;
  char *author;      /* "Name <mail>" */
  char *author_date; /* "2026-01-31 12:00:00 +0100", in the author's time
                        zone */
  char *commit_date; /* likewise */
  char *subject;     /* the first line of the message */
  strings files;     /* paths that differ from its first parent, sorted */
} commit_facts;

/* RD_ERR_NOTFOUND, RD_ERR_IO. Owner: released with commit_facts_dispose. */
rd_status history_facts(commit_facts *out, const history *self,
                        const object_id *id, rd_error *err);
void commit_facts_dispose(commit_facts *self);

/* ---- the graph ---- */

typedef struct commit_node {
  object_id id;
  uint32_t *parents; /* indices of those in the graph, in the commit's order */
  uint32_t parent_count;
} commit_node;

/* Commits in a range: all that are reachable from `bad` and from none of
 * `good`. Each comes before its parents, otherwise the newest first; node 0 is
 * `bad`. */
typedef struct commit_graph {
  commit_node *nodes;
  size_t count;
} commit_graph;

/* With `first_parent`, follows only first parents from `bad`. Stops where a
 * shallow clone ends. RD_ERR_NOTFOUND: an object is missing; RD_ERR_IO. Owner:
 * *out is released with commit_graph_dispose; it is empty if `bad` is reachable
 * from a good commit. Cost: all commits reachable from bad and good until it is
 * clear where they meet. */
rd_status history_between(commit_graph *out, const history *self,
                          const object_id *bad, const object_id *good,
                          size_t good_count, bool first_parent, rd_error *err);
void commit_graph_dispose(commit_graph *self);
/* The node of a commit; the graph's count: it is not in it. */
uint32_t commit_graph_find(const commit_graph *self, const object_id *id);
/* Best common ancestors of two commits; none if they are unrelated. Owner: *out
 * is the caller's. RD_ERR_IO. */
rd_status history_merge_bases(object_id **out, size_t *count_out,
                              const history *self, const object_id *a,
                              const object_id *b, rd_error *err);
/* Is it a shallow clone, and does it end at this commit, whose parents are
 * missing then? */
bool history_is_shallow(const history *self);
bool history_is_cut_off(const history *self, const object_id *id);

/* ---- checkouts ---- */

/* A folder with the files of a commit, and its own repository that borrows the
 * objects of the history: `git describe`, `git rev-parse HEAD` and similar
 * commands work there, and cannot change the user's repository. */
typedef struct checkout checkout;

/* Creates the folder with an empty checkout, or takes over a checkout that an
 * earlier process left there. RD_ERR_INVALID: the folder holds anything else;
 * RD_ERR_NOSPACE, RD_ERR_IO. Owner: *out is released with checkout_free, which
 * leaves the folder. The history must outlive it. */
rd_status checkout_open(checkout **out, const history *self, const char *folder,
                        rd_error *err);
/* Checks out a commit: files as committed, HEAD detached there. Submodules are
 * empty folders; filters that are programs (LFS) are not run. `clean`: removes
 * everything that is not in the commit, including ignored files and changes
 * made with git there. Otherwise it stays, for incremental builds, unless the
 * previous move was cut short. Files that do not differ keep their times.
 * Nothing else may use the folder meanwhile. RD_ERR_STOPPED: *stop, which may
 * be NULL, is not 0; RD_ERR_NOTFOUND: an object is missing; RD_ERR_NOSPACE,
 * RD_ERR_IO. */
rd_status checkout_move(checkout *self, const object_id *id, bool clean,
                        const volatile sig_atomic_t *stop, rd_error *err);
void checkout_free(checkout *self);

/* ---- files and lines ---- */

/* The text of a file in a commit; `path` starts from the root. RD_ERR_NOTFOUND:
 * the commit does not have the file; RD_ERR_IO. Owner: *out is the caller's,
 * NUL-terminated. */
rd_status history_file(char **out, size_t *size_out, const history *self,
                       const object_id *commit, const char *path,
                       rd_error *err);
/* Does the commit have a file with this path? RD_ERR_NOTFOUND: an object is
 * missing; RD_ERR_IO. */
rd_status history_has_file(bool *out, const history *self,
                           const object_id *commit, const char *path,
                           rd_error *err);
/* The path, at the first parent, of a file that the commit moved; NULL: it did
 * not move it. Caller's. RD_ERR_NOTFOUND, RD_ERR_IO. */
rd_status history_name_before(char **out, const history *self,
                              const object_id *commit, const char *path,
                              rd_error *err);
/* The commits that introduced lines `first` to `last`, counted from 1, of a
 * file in node 0 of the graph, following moves of the file; out[0] belongs to
 * `first`. Lines older than the graph belong to its last commits that have
 * them. RD_ERR_NOTFOUND, RD_ERR_IO. Cost: a look at the file in each commit,
 * and a comparison in each that changes it. */
rd_status history_blame(object_id *out, const history *self,
                        const commit_graph *graph, const char *path,
                        uint32_t first, uint32_t last, rd_error *err);
/* The lines of `newer`, counted from 1, that are not in `older`. Owner: *out is
 * the caller's. */
void text_new_lines(uint32_t **out, size_t *count_out, const char *older,
                    size_t older_size, const char *newer, size_t newer_size);

#endif
