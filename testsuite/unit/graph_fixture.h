/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs of commits for tests, written down in a line. */
#ifndef GRAPH_FIXTURE_H
#define GRAPH_FIXTURE_H

#include "git/history.h"

/* A word for each commit, newest first: its letter, then those of its parents;
 * letters that have no word are outside. "dcb ca ba a" is a diamond. The letter is
 * the first byte of the id. Owner: released with graph_free. */
commit_graph graph_of(const char *words);
/* Commit i has the parents of `link`, which adds them to the array of 8 (indices
 * greater than i) and says how many. */
commit_graph graph_of_many(uint32_t count,
                           uint32_t (*link)(uint32_t *out, uint32_t i,
                                            uint32_t count));
/* A node's letter, and back. */
char graph_letter(const commit_graph *graph, uint32_t node);
uint32_t graph_node(const commit_graph *graph, char letter);
void graph_free(commit_graph *graph);

#endif
