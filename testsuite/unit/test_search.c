/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The search, rule by rule; prop_bisect compares it with git on random
 * histories. */
#include "bisect/search.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "graph_fixture.h"
#include "run_tests.h"

/* Asks until the end; the letters asked, then "=x", the first bad, or "?xy", the
 * suspects. Those of `bad` are bad, of `skip` skipped. */
static char *run(const commit_graph *graph, const char *bad, const char *skip)
{
  search *self = search_new(graph);
  textbuf out = { 0 };
  uint32_t node;
  search_state state;
  while ((state = search_next(&node, self)) == SEARCH_ASK) {
    char letter = graph_letter(graph, node);
    text_add(&out, &letter, 1);
    ck_assert(search_answer(self, node,
                            strchr(skip, letter)  ? BISECT_SKIP
                            : strchr(bad, letter) ? BISECT_BAD
                                                  : BISECT_GOOD));
  }
  text_puts(&out, state == SEARCH_FOUND ? "=" : "?");
  uint32_t *suspects;
  size_t count;
  search_suspects(&suspects, &count, self);
  for (size_t i = 0; i < count; i++) {
    char letter = graph_letter(graph, suspects[i]);
    text_add(&out, &letter, 1);
  }
  free(suspects);
  search_free(self);
  return out.data;
}

/* Of a graph in a line. */
static void expect(const char *words, const char *bad, const char *skip,
                   const char *expected)
{
  commit_graph graph = graph_of(words);
  char *asked = run(&graph, bad, skip);
  ck_assert_str_eq(asked, expected);
  free(asked);
  graph_free(&graph);
}

/* Of a line of eight with two that nobody can test. */
START_TEST(test_search__what_is_left_out_is_not_asked_for)
{
  commit_graph graph = graph_of("hg gf fe ed dc cb ba ax");
  search *self = search_new(&graph);
  size_t left;
  unsigned steps;
  uint32_t node;
  search_leave_out(self, graph_node(&graph, 'd'));
  search_leave_out(self, graph_node(&graph, 'e'));
  search_left(&left, &steps, self);
  ck_assert_uint_eq(left, 5);
  ck_assert_int_eq(search_next(&node, self), SEARCH_ASK);
  ck_assert_int_eq(graph_letter(&graph, node), 'c');
  ck_assert_int_eq(search_after(&node, self, BISECT_GOOD), SEARCH_ASK);
  ck_assert_int_eq(graph_letter(&graph, node), 'f');
  ck_assert(search_answer(self, graph_node(&graph, 'c'), BISECT_GOOD));
  ck_assert(search_answer(self, graph_node(&graph, 'f'), BISECT_BAD));
  ck_assert_int_eq(search_next(&node, self), SEARCH_SUSPECTS);
  search_free(self);
  graph_free(&graph);
}
END_TEST

/* A skipped one of the others has no say in it. */
START_TEST(test_search__what_is_left_out_stays_so_beside_skips)
{
  commit_graph graph = graph_of("hg gf fe ed dc cb ba ax");
  search *self = search_new(&graph);
  uint32_t node;
  bool asked[8] = { false };
  search_leave_out(self, graph_node(&graph, 'd'));
  while (search_next(&node, self) == SEARCH_ASK) {
    ck_assert(!asked[node]);
    asked[node] = true;
    ck_assert(search_answer(self, node, BISECT_SKIP));
  }
  for (size_t i = 1; i < 8; i++)
    ck_assert(asked[i] == (i != graph_node(&graph, 'd')));
  search_free(self);
  graph_free(&graph);
}
END_TEST

START_TEST(test_search__one_commit_is_the_first_bad)
{
  expect("ax", "a", "", "=a");
}
END_TEST

START_TEST(test_search__a_line_is_halved)
{
  expect("hg gf fe ed dc cb ba ax", "hgfedc", "", "dbc=c");
  expect("hg gf fe ed dc cb ba ax", "h", "", "dfg=h");
  expect("hg gf fe ed dc cb ba ax", "hgfedcba", "", "dba=a");
}
END_TEST

/* "dcb ca ba": half of it (d 4, c 2, b 2, a 1) is c or b. */
START_TEST(test_search__a_merge_weighs_what_it_reaches)
{
  expect("dcb ca ba ax", "dc", "", "bc=c");
  expect("dcb ca ba ax", "db", "", "ba=b");
  expect("dcb ca ba ax", "d", "", "bc=d");
}
END_TEST

/* e and m both weigh three of seven, and e is older. */
START_TEST(test_search__of_equals_the_oldest_is_asked_for)
{
  expect("tme mab ed dc bx ax cx", "t", "", "eabm=t");
  expect("ecd cx dx", "e", "", "dc=e");
}
END_TEST

START_TEST(test_search__skipped_ones_are_suspects)
{
  expect("ba ax", "b", "a", "a?ba");
  expect("dc cb ba ax", "dcb", "b", "bca?cb");
}
END_TEST

START_TEST(test_search__all_skipped_leaves_all)
{
  expect("ed dc cb ba ax", "e", "abcd", "bacd?edcba");
}
END_TEST

/* ---- answers ---- */

START_TEST(test_search__good_above_bad_is_a_contradiction)
{
  commit_graph graph = graph_of("ed dc cb ba ax");
  search *self = search_new(&graph);
  uint32_t node;
  ck_assert(search_answer(self, graph_node(&graph, 'c'), BISECT_BAD));
  ck_assert(!search_answer(self, graph_node(&graph, 'd'), BISECT_GOOD));
  ck_assert(!search_answer(self, graph_node(&graph, 'e'), BISECT_GOOD));
  ck_assert(search_answer(self, graph_node(&graph, 'b'), BISECT_GOOD));
  ck_assert(!search_answer(self, graph_node(&graph, 'a'), BISECT_BAD));
  ck_assert(!search_answer(self, graph_node(&graph, 'b'), BISECT_SKIP));
  ck_assert_int_eq(search_next(&node, self), SEARCH_FOUND);
  ck_assert_int_eq(graph_letter(&graph, node), 'c');
  search_free(self);
  graph_free(&graph);
}
END_TEST

START_TEST(test_search__bad_further_up_takes_nothing_back)
{
  commit_graph graph = graph_of("ed dc cb ba ax");
  search *self = search_new(&graph);
  size_t count;
  uint32_t *suspects;
  ck_assert(search_answer(self, graph_node(&graph, 'b'), BISECT_BAD));
  ck_assert(search_answer(self, graph_node(&graph, 'd'), BISECT_BAD));
  search_suspects(&suspects, &count, self);
  ck_assert_uint_eq(count, 2);
  free(suspects);
  search_free(self);
  graph_free(&graph);
}
END_TEST

START_TEST(test_search__skipped_may_turn_out_good)
{
  commit_graph graph = graph_of("cb ba ax");
  search *self = search_new(&graph);
  uint32_t node;
  ck_assert(search_answer(self, graph_node(&graph, 'b'), BISECT_SKIP));
  ck_assert(search_answer(self, graph_node(&graph, 'b'), BISECT_GOOD));
  ck_assert_int_eq(search_next(&node, self), SEARCH_FOUND);
  ck_assert_int_eq(graph_letter(&graph, node), 'c');
  search_free(self);
  graph_free(&graph);
}
END_TEST

START_TEST(test_search__looking_ahead_changes_nothing)
{
  commit_graph graph = graph_of("hg gf fe ed dc cb ba ax");
  search *self = search_new(&graph);
  uint32_t node;
  ck_assert_int_eq(search_after(&node, self, BISECT_BAD), SEARCH_ASK);
  ck_assert_int_eq(graph_letter(&graph, node), 'b');
  ck_assert_int_eq(search_after(&node, self, BISECT_GOOD), SEARCH_ASK);
  ck_assert_int_eq(graph_letter(&graph, node), 'f');
  ck_assert_int_eq(search_next(&node, self), SEARCH_ASK);
  ck_assert_int_eq(graph_letter(&graph, node), 'd');
  search_free(self);
  graph_free(&graph);
}
END_TEST

START_TEST(test_search__what_is_left_is_counted)
{
  commit_graph graph = graph_of("hg gf fe ed dc cb ba ax");
  search *self = search_new(&graph);
  size_t commits;
  unsigned steps;
  search_left(&commits, &steps, self);
  ck_assert_uint_eq(commits, 7);
  ck_assert_uint_eq(steps, 3);
  ck_assert(search_answer(self, graph_node(&graph, 'c'), BISECT_GOOD));
  ck_assert(search_answer(self, graph_node(&graph, 'f'), BISECT_SKIP));
  search_left(&commits, &steps, self);
  ck_assert_uint_eq(commits, 3);
  ck_assert(search_answer(self, graph_node(&graph, 'g'), BISECT_GOOD));
  search_left(&commits, &steps, self);
  ck_assert_uint_eq(commits, 0);
  ck_assert_uint_eq(steps, 0);
  search_free(self);
  graph_free(&graph);
}
END_TEST

/* ---- many commits ---- */

static uint32_t link_line(uint32_t *out, uint32_t i, uint32_t count)
{
  out[0] = i + 1;
  return i + 1 < count;
}

/* Each second a merge of others nearby, without a pattern. */
static uint32_t link_knot(uint32_t *out, uint32_t i, uint32_t count)
{
  uint32_t merge = i % 2 ? 0 : 1 + i % 3, found = 0;
  for (uint32_t j = 0; j <= merge; j++) {
    uint32_t parent = i + 1 + (j ? (i * 7919U + j * 104729U) % 97 : 0);
    if (parent < count && (!found || out[found - 1] != parent))
      out[found++] = parent;
  }
  return found;
}

/* Every commit but the first is a merge of all that comes before, in pairs. */
static uint32_t link_ladder(uint32_t *out, uint32_t i, uint32_t count)
{
  out[0] = i + 1;
  out[1] = i + 2;
  return i + 2 < count ? 2 : i + 1 < count;
}

/* Of commits that nothing is known of, how many a commit reaches. */
static uint32_t weight_by_walking(const commit_graph *graph, uint32_t node)
{
  bool *seen = mem_alloc(graph->count, sizeof *seen);
  uint32_t *found = mem_alloc(graph->count, sizeof *found), count = 0;
  seen[node] = true;
  found[count++] = node;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < graph->nodes[found[i]].parent_count; j++) {
      uint32_t parent = graph->nodes[found[i]].parents[j];
      if (!seen[parent])
        found[count++] = parent;
      seen[parent] = true;
    }
  free(seen);
  free(found);
  return count;
}

/* _i: graphs with merges everywhere, of various sizes. */
START_TEST(test_search__the_greatest_gain_is_asked_for)
{
  uint32_t count = 2 + (uint32_t)_i * 37, best = 0, most = 0, node;
  commit_graph graph = graph_of_many(count, _i % 2 ? link_knot : link_ladder);
  for (uint32_t i = 1; i < count; i++) {
    uint32_t weight = weight_by_walking(&graph, i), rest = count - weight;
    uint32_t gain = weight < rest ? weight : rest;
    best = gain >= most ? i : best;
    most = gain >= most ? gain : most;
  }
  search *self = search_new(&graph);
  ck_assert_int_eq(search_next(&node, self), SEARCH_ASK);
  ck_assert_uint_eq(node, best);
  search_free(self);
  graph_free(&graph);
}
END_TEST

/* Time of the processor until the end, all commits after `bad` being good. */
static double time_of(commit_graph *graph, uint32_t bad, unsigned most)
{
  clock_t begin = clock();
  search *self = search_new(graph);
  uint32_t node;
  unsigned asked = 0;
  while (search_next(&node, self) == SEARCH_ASK) {
    asked++;
    ck_assert(
        search_answer(self, node, node <= bad ? BISECT_BAD : BISECT_GOOD));
  }
  ck_assert_uint_eq(node, bad);
  ck_assert_uint_le(asked, most);
  search_free(self);
  graph_free(graph);
  return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

START_TEST(test_search__ten_thousand_commits_with_many_merges)
{
  commit_graph graph = graph_of_many(10000, link_ladder);
  ck_assert_double_lt(time_of(&graph, 1234, 15), 2);
}
END_TEST

/* 1000 of 4000 cannot be tested, those in the middle. */
START_TEST(test_search__a_stretch_that_is_broken_is_left_soon)
{
  enum { COUNT = 4000, FIRST = 1500, LAST = 2500, BAD = 700 };
  commit_graph graph = graph_of_many(COUNT, link_line);
  search *self = search_new(&graph);
  uint32_t node;
  unsigned skips = 0, asked = 0;
  for (; search_next(&node, self) == SEARCH_ASK; asked++) {
    bool skipped = node >= FIRST && node < LAST;
    skips += skipped;
    ck_assert(search_answer(self, node,
                            skipped       ? BISECT_SKIP
                            : node <= BAD ? BISECT_BAD
                                          : BISECT_GOOD));
  }
  ck_assert_uint_eq(node, BAD);
  ck_assert_uint_le(skips, 12);
  ck_assert_uint_le(asked, 12 + 14);
  search_free(self);
  graph_free(&graph);
}
END_TEST

START_TEST(test_search__half_a_million_in_a_line)
{
  commit_graph graph = graph_of_many(500000, link_line);
  ck_assert_double_lt(time_of(&graph, 432100, 20), 5);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("search");
  TCase *tcase = tcase_create("search");
  tcase_add_test(tcase, test_search__what_is_left_out_is_not_asked_for);
  tcase_add_test(tcase, test_search__what_is_left_out_stays_so_beside_skips);
  tcase_add_test(tcase, test_search__one_commit_is_the_first_bad);
  tcase_add_test(tcase, test_search__a_line_is_halved);
  tcase_add_test(tcase, test_search__a_merge_weighs_what_it_reaches);
  tcase_add_test(tcase, test_search__of_equals_the_oldest_is_asked_for);
  tcase_add_test(tcase, test_search__skipped_ones_are_suspects);
  tcase_add_test(tcase, test_search__all_skipped_leaves_all);
  tcase_add_test(tcase, test_search__good_above_bad_is_a_contradiction);
  tcase_add_test(tcase, test_search__bad_further_up_takes_nothing_back);
  tcase_add_test(tcase, test_search__skipped_may_turn_out_good);
  tcase_add_test(tcase, test_search__looking_ahead_changes_nothing);
  tcase_add_test(tcase, test_search__what_is_left_is_counted);
  tcase_add_test(tcase, test_search__ten_thousand_commits_with_many_merges);
  tcase_add_test(tcase, test_search__a_stretch_that_is_broken_is_left_soon);
  tcase_add_test(tcase, test_search__half_a_million_in_a_line);
  tcase_add_loop_test(tcase, test_search__the_greatest_gain_is_asked_for, 0,
                      12);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
