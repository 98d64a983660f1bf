/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A blame under way. Only the sources of drivers/blame need it. */
#ifndef BLAME_BLAMING_H
#define BLAME_BLAMING_H

#include "blame/probes.h"

enum {
  GUESSES = 4, /* commits that the lines may name before the search begins */
  ROUNDS = 8   /* searches, each begun by a parent that crashes after all */
};

/* A blame under way. Nodes are those of the graph. */
typedef struct blaming {
  const blame_options *options;
  blame *out;
  commit_graph graph; /* all that leads to the revision */
  probe_set probes;
  uint32_t bad;                         /* the oldest known to crash */
  object_id good[GUESSES + ROUNDS + 1]; /* are known not to */
  size_t good_count;
} blaming;

/* Says it to the caller, if that wants to know. */
void blaming_notice(const blaming *self, const char *line);
/* Finds the lines of the first commit that matter, and who brought them in; none if
 * the file is not reduced. */
rd_status blaming_lines(blaming *self, rd_error *err);
/* Only the file on disk crashes: finds the lines that are not committed, those
 * that matter if it is known which do. */
rd_status blaming_disk(blaming *self, rd_error *err);

#endif
