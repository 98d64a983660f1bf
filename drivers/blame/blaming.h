/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A blame in progress; private to drivers/blame. */
#ifndef BLAME_BLAMING_H
#define BLAME_BLAMING_H

#include "blame/probes.h"

enum {
  GUESSES = 4, /* commits to try from the lines before the search begins */
  ROUNDS = 8   /* searches, each started because a parent crashes after all */
};

/* A blame in progress. Nodes are those of the graph. */
typedef struct blaming {
  const blame_options *options;
  blame *out;
  commit_graph graph; /* all ancestors of the revision */
  probe_set probes;
  uint32_t bad;                         /* the oldest commit known to crash */
  object_id good[GUESSES + ROUNDS + 1]; /* commits known not to crash */
  size_t good_count;
} blaming;

/* Passes a line to the caller's `notice`, if set. */
void blaming_notice(const blaming *self, const char *line);
/* Finds the lines of the first commit that matter, and the commits that
 * introduced them; none if the file is not reduced. */
rd_status blaming_lines(blaming *self, rd_error *err);
/* Used if only the file on disk crashes: finds its uncommitted lines, reduced
 * to those that matter if that is known. */
rd_status blaming_disk(blaming *self, rd_error *err);

#endif
