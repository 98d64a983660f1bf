/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The search for the first bad commit in a graph: which commit to ask about
 * next. It knows nothing of repositories, builds or compilers.
 */
#ifndef BISECT_SEARCH_H
#define BISECT_SEARCH_H

#include "git/history.h"

typedef enum bisect_answer {
  BISECT_UNKNOWN,
  BISECT_GOOD, /* fine: so are all its ancestors */
  BISECT_BAD,  /* shows the crash */
  BISECT_SKIP, /* cannot be tested */
} bisect_answer;

typedef enum search_state {
  SEARCH_ASK,      /* a commit is to be tested */
  SEARCH_FOUND,    /* one commit is left: the first bad one */
  SEARCH_SUSPECTS, /* all that are left were skipped, but the bad one */
} search_state;

typedef struct search search;

/* The graph, lent until search_free, is that between bad (node 0, known to be
 * bad) and good, with at least that node. */
search *search_new(const commit_graph *graph);
void search_free(search *self);
/* Leaves out a node, other than the bad one, that has no compiler: it is never
 * asked for, and stays among the suspects. A skipped commit is different: its
 * neighbours are likely to fail as well. Before any answer. */
void search_leave_out(search *self, uint32_t node);
/* Takes in an answer to any node, asked for or not. False: it contradicts an
 * earlier one (good with a bad ancestor, bad or skip where it was good); it is
 * not taken in then. A skipped commit may still turn out good or bad. */
bool search_answer(search *self, uint32_t node, bisect_answer what);
/* What comes next; with SEARCH_ASK *node_out is the commit to test, with
 * SEARCH_FOUND the first bad commit, else the newest bad one. Asked again before
 * an answer, it says the same. Cost: O(n) for n commits that are left, and
 * O(n * n / 64) if there are merges among them. */
search_state search_next(uint32_t *node_out, search *self);
/* What search_next would say next if the node that it asks for were answered so,
 * for building ahead. */
search_state search_after(uint32_t *node_out, const search *self,
                          bisect_answer what);
/* All that can be the first bad commit, the bad one included, in the graph's
 * order. Owner: *out is the caller's. */
void search_suspects(uint32_t **out, size_t *count_out, const search *self);
/* How many commits are left that could be asked for, and about how many of them
 * will be. */
void search_left(size_t *commits_out, unsigned *steps_out, search *self);

/* ---- steps of a reduction ---- */

/* Asks for a step, from 0; an error ends the search. */
typedef rd_status (*steps_ask)(bool *good_out, void *payload, size_t step,
                               rd_error *err);

/* Finds a good one of `count` steps whose successor is bad; the last of all is
 * known to be bad. *found_out is false if the first is bad too. Cost:
 * 1 + log2(count) questions. */
rd_status steps_last_good(size_t *out, bool *found_out, size_t count,
                          steps_ask ask, void *payload, rd_error *err);

#endif
