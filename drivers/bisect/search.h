/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search for the first bad commit in a graph: which commit to ask about
 * next. It knows nothing of repositories, builds or compilers.
 *
 * It asks for the commits that `git bisect` asks for, in the same order, ties and
 * skips included: the one whose answer halves best what is left, and with
 * commits that cannot be tested one that lies away from them.
 */
#ifndef BISECT_SEARCH_H
#define BISECT_SEARCH_H

#include "git/history.h"

typedef enum bisect_answer {
  BISECT_UNKNOWN,
  BISECT_GOOD, /* fine: so are all that it is made from */
  BISECT_BAD,  /* shows the crash */
  BISECT_SKIP, /* cannot be told */
} bisect_answer;

typedef enum search_state {
  SEARCH_ASK,      /* a commit is to be tested */
  SEARCH_FOUND,    /* one commit is left: the first bad one */
  SEARCH_SUSPECTS, /* all that are left were skipped, but the bad one */
} search_state;

typedef struct search search;

/* The graph, lent until search_free, is that between bad (node 0, known to be
 * bad) and good, with at least that node; with `first_parent` made so as well. */
search *search_new(const commit_graph *graph, bool first_parent);
void search_free(search *self);
/* Leaves a node out, other than the bad one, that nobody can test: it is not asked
 * for, and stays among the suspects. It is unlike one that was skipped, whose
 * neighbours may be as bad: the best of all others is asked for. Before any
 * answer. */
void search_leave_out(search *self, uint32_t node);
/* Takes in an answer to any node, asked for or not. False: it contradicts an
 * earlier one (good that has a bad one among what it is made from, bad or skip
 * where it was good); it is not taken in then. One that was skipped may still
 * turn out good or bad. */
bool search_answer(search *self, uint32_t node, bisect_answer what);
/* What comes next; with SEARCH_ASK *node_out is whom to ask, with SEARCH_FOUND
 * the first bad commit, else the newest bad one. Asked again before an answer, it
 * says the same. Cost: that of range_weights. */
search_state search_next(uint32_t *node_out, search *self);
/* What search_next would say next if the node that it asks for were answered so,
 * for building ahead. */
search_state search_after(uint32_t *node_out, const search *self,
                          bisect_answer what);
/* All that can be the first bad commit, the bad one included, in the graph's
 * order. Owner: *out is the caller's. */
void search_suspects(uint32_t **out, size_t *count_out, const search *self);
/* The answer that was given for a node; what follows from others is no answer. */
bisect_answer search_answer_of(const search *self, uint32_t node);
/* How many commits are left that could be asked for, and about how many of them
 * will be: git's estimate, and the next one, which git does not count. */
void search_left(size_t *commits_out, unsigned *steps_out, search *self);

#endif
