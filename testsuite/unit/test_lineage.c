/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which commit of a graph is made from which. */
#include <stdlib.h>
#include <string.h>

#include "blame/lineage.h"
#include "base/text.h"
#include "run_tests.h"

/* Makes a graph of "a bc d d", for a node its parents as letters, "." for none. */
static commit_graph graph_of(const char *text)
{
  commit_graph out = { .nodes = mem_alloc(26, sizeof *out.nodes) };
  for (; *text; text += strcspn(text, " "), text += strspn(text, " ")) {
    commit_node *node = &out.nodes[out.count];
    node->id.bytes[0] = (unsigned char)out.count++;
    size_t size = *text == '.' ? 0 : strcspn(text, " ");
    node->parents = mem_alloc(size + 1, sizeof *node->parents);
    for (; node->parent_count < size; node->parent_count++)
      node->parents[node->parent_count] =
          (uint32_t)(text[node->parent_count] - 'a');
  }
  return out;
}

static void dispose(commit_graph *self)
{
  for (size_t i = 0; i < self->count; i++)
    free(self->nodes[i].parents);
  free(self->nodes);
}

/* A merge (a) of b, d and of c, e; f is the root. */
#define DIAMOND "bc d e f f ."

static char newest(const char *text, const char *of, char top)
{
  commit_graph graph = graph_of(text);
  uint32_t nodes[26];
  for (size_t i = 0; of[i]; i++)
    nodes[i] = (uint32_t)(of[i] - 'a');
  uint32_t got =
      lineage_newest(&graph, nodes, strlen(of), (uint32_t)(top - 'a'));
  char out = got == graph.count ? '-' : (char)('a' + got);
  dispose(&graph);
  return out;
}

START_TEST(test_lineage__the_newest_is_made_from_the_others)
{
  ck_assert_int_eq(newest("b c d .", "db", 'a'), 'b');
  ck_assert_int_eq(newest("b c d .", "dd", 'a'), 'd');
  ck_assert_int_eq(newest(DIAMOND, "fad", 'a'), 'a');
  ck_assert_int_eq(newest("c c .", "cb", 'b'), 'b');
}
END_TEST

START_TEST(test_lineage__what_the_top_is_not_made_from_does_not_count)
{
  ck_assert_int_eq(newest("b c d .", "abd", 'c'), 'd');
  ck_assert_int_eq(newest(DIAMOND, "ce", 'b'), '-');
  ck_assert_int_eq(newest(DIAMOND, "", 'a'), '-');
  ck_assert_int_eq(newest(DIAMOND, "cd", 'b'), 'd');
}
END_TEST

START_TEST(test_lineage__of_several_the_first_of_the_graph_is_taken)
{
  ck_assert_int_eq(newest(DIAMOND, "ed", 'a'), 'd');
  ck_assert_int_eq(newest(DIAMOND, "fce", 'a'), 'c');
}
END_TEST

START_TEST(test_lineage__a_branch_lands_with_its_merge)
{
  commit_graph graph = graph_of(DIAMOND);
  uint32_t *landings = lineage_landings(&graph);
  for (uint32_t i = 0; i < 6; i++)
    ck_assert_int_eq("abadaf"[i], (char)('a' + landings[i]));
  free(landings);
  dispose(&graph);
}
END_TEST

START_TEST(test_lineage__a_commit_is_found_by_its_id)
{
  commit_graph graph = graph_of(DIAMOND);
  object_id other = { { 77 } };
  ck_assert_uint_eq(commit_graph_find(&graph, &graph.nodes[4].id), 4);
  ck_assert_uint_eq(commit_graph_find(&graph, &other), graph.count);
  dispose(&graph);
}
END_TEST

int main(void)
{
  return RUN_TESTS("lineage", test_lineage__the_newest_is_made_from_the_others,
                   test_lineage__what_the_top_is_not_made_from_does_not_count,
                   test_lineage__of_several_the_first_of_the_graph_is_taken,
                   test_lineage__a_branch_lands_with_its_merge,
                   test_lineage__a_commit_is_found_by_its_id);
}
