/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests the compiler on the file of a commit. Only blame.c needs it. */
#ifndef BLAME_PROBES_H
#define BLAME_PROBES_H

#include "blame/blame.h"
#include "blame/compile.h"
#include "blame/paths.h"

/* A commit that was tested. */
typedef struct commit_probe {
  object_id id;
  bisect_answer answer;
  char *detail; /* reason, one line; or NULL */
  bool missing; /* the commit does not have the file, which counts as
                   BISECT_GOOD */
} commit_probe;

typedef struct probe_set {
  const blame_options *options;
  const commit_graph *graph; /* node 0 is where the blame begins */
  path_map map;
  char *root; /* the checkout's folder */
  checkout *tree;
  compile ours, theirs; /* the command in the work tree, and in the checkout */
  char *directory;      /* the current folder, in the checkout */
  strings links;        /* uncommitted files that it reads, from the root */
  strings names;        /* names of the file, newest first, from the root */
  uint32_t walked;      /* the node down to which names are known */
  bool walked_all;
  verdict_question question;
  signature expected;
  commit_probe *done;
  size_t count;
  bisection *found; /* gets the counts, and whether runs disagree */
} probe_set;

/* Makes the checkout and learns the crash of the first commit: *crashes_out.
 * `found` is lent until probes_dispose.
 * Errors as of blame_find. Owner: probes_dispose in any case. */
rd_status probes_init(bool *crashes_out, probe_set *out, bisection *found,
                      const blame_options *options, const commit_graph *graph,
                      rd_error *err);
void probes_dispose(probe_set *self);
/* A commit that was tested, or NULL; lent until the next call. */
const commit_probe *probes_find(const probe_set *self, const object_id *id);
/* Tests a commit, each only once. *out is lent until the next call. */
rd_status probes_ask(const commit_probe **out, probe_set *self,
                     const object_id *id, rd_error *err);
/* The same for the file on disk; learns the crash. */
rd_status probes_ask_disk(bool *crashes_out, probe_set *self, rd_error *err);
/* The compile of the first commit, which is checked out, or of the file on
 * disk; lent until the next call. */
rd_status probes_first(const compile **out, probe_set *self, rd_error *err);
const compile *probes_disk(const probe_set *self);
/* Why the compiler fails without a crash on the first commit's file; *out as of
 * verdict_complaint. */
rd_status probes_complaint(char **out, probe_set *self, rd_error *err);

#endif
