/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The search for the first bad commit in a graph: chooses the next commit to
 * test. It knows nothing about repositories, builds or compilers. */
#ifndef BISECT_SEARCH_H
#define BISECT_SEARCH_H

#include "git/history.h"

typedef enum bisect_answer {
  BISECT_UNKNOWN,
  BISECT_GOOD, /* fine, and so are all its ancestors */
  BISECT_BAD,  /* shows the crash */
  BISECT_SKIP, /* cannot be tested */
} bisect_answer;

typedef enum search_state {
  SEARCH_ASK,      /* a commit must be tested */
  SEARCH_FOUND,    /* one commit is left: the first bad one */
  SEARCH_SUSPECTS, /* all that are left, except the bad one, were skipped */
} search_state;

typedef struct search search;

/* The graph, lent until search_free, spans bad (node 0, known to be bad) to
 * good and has at least node 0. */
search *search_new(const commit_graph *graph);
void search_free(search *self);
/* Excludes a node, other than the bad one, that has no compiler: it is never
 * tested and remains a suspect. A skip is different: the neighbours of a
 * skipped commit are likely to fail as well. Call it before any answer. */
void search_leave_out(search *self, uint32_t node);
/* Records an answer for any node, requested or not. False: it contradicts an
 * earlier one (good with a bad ancestor, bad or skip where it was good) and is
 * not recorded. A skipped commit may still turn out good or bad. */
bool search_answer(search *self, uint32_t node, bisect_answer what);
/* The next step: with SEARCH_ASK *node_out is the commit to test, with
 * SEARCH_FOUND the first bad commit, else the newest bad one. Returns the same
 * until an answer is recorded. Cost: O(n) for n remaining commits, or O(n * n /
 * 64) if there are merges among them. */
search_state search_next(uint32_t *node_out, search *self);
/* The result of search_next after this answer for the node that it asks for
 * now; used to build ahead. */
search_state search_after(uint32_t *node_out, const search *self,
                          bisect_answer what);
/* All candidates for the first bad commit, the bad one included, in the graph's
 * order. Owner: *out is the caller's. */
void search_suspects(uint32_t **out, size_t *count_out, const search *self);
/* How many remaining commits could be tested, and about how many will be. */
void search_left(size_t *commits_out, unsigned *steps_out, search *self);

/* ---- steps of a reduction ---- */

/* Tests a step, counted from 0; an error ends the search. */
typedef rd_status (*steps_ask)(bool *good_out, void *payload, size_t step,
                               rd_error *err);

/* Finds a good step, among `count`, whose successor is bad; the last step is
 * known to be bad. *found_out is false if the first is bad too. Cost: 1 +
 * log2(count) questions. */
rd_status steps_last_good(size_t *out, bool *found_out, size_t count,
                          steps_ask ask, void *payload, rd_error *err);

#endif
