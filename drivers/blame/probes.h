/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the compiler does with the file of a commit. Only blame.c needs it. */
#ifndef BLAME_PROBES_H
#define BLAME_PROBES_H

#include "blame/blame.h"
#include "blame/compile.h"
#include "blame/paths.h"

/* A commit that was tried. */
typedef struct commit_probe {
  object_id id;
  bisect_answer answer;
  char *detail; /* why, one line; or NULL */
  bool missing; /* it does not have the file, which is BISECT_GOOD */
} commit_probe;

typedef struct probe_set {
  const blame_options *options;
  const commit_graph *graph; /* node 0 is where the blame begins */
  path_map map;
  char *root; /* the checkout's folder */
  checkout *tree;
  compile ours, theirs; /* the command in the work tree, and in the checkout */
  char *directory;      /* the current folder, there */
  strings links;        /* files that are not committed and that it reads, from
                              the root */
  strings names;        /* of the file, newest first, from the root */
  uint32_t walked;      /* node down to which its names are known */
  bool walked_all;
  verdict_question question;
  signature expected;
  commit_probe *done;
  size_t count;
  unsigned probes, skipped;
  bool flaky;
  char *flaky_detail;
} probe_set;

/* Makes the checkout and learns what the first commit shows: *crashes_out. Errors
 * as of blame_find. Owner: probes_dispose in any case. */
rd_status probes_init(bool *crashes_out, probe_set *out,
                      const blame_options *options, const commit_graph *graph,
                      rd_error *err);
void probes_dispose(probe_set *self);
/* What the compiler does at a commit, each of which is tried once. Lent until the
 * next call. */
rd_status probes_ask(const commit_probe **out, probe_set *self,
                     const object_id *id, rd_error *err);
/* The same for the file on disk, with the crash that it shows learned. */
rd_status probes_ask_disk(bool *crashes_out, probe_set *self, rd_error *err);
/* The compile of the first commit, which is checked out, or that on disk; lent
 * until the next call. */
rd_status probes_first(const compile **out, probe_set *self, rd_error *err);
const compile *probes_disk(const probe_set *self);
/* Why the compiler fails on the first commit's file, which does not crash it; *out
 * as of verdict_complaint. */
rd_status probes_complaint(char **out, probe_set *self, rd_error *err);

#endif
