/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How good and bad lie to each other, of commits and of versions. */
#include "bisect/points.h"

#include "history_fixture.h"
#include "reduce/process.h"
#include "run_fixture.h"

static char *top, *project;
static history *from;
static points all;
static strings good;

/*    c - d        main
 *   /
 *  a - b - e      side (b is its tag)
 *  z              alone */
static void make_project(void)
{
  static const char *const lines[] = {
    "commit -q --allow-empty -m a",
    "tag a",
    "commit -q --allow-empty -m c",
    "commit -q --allow-empty -m d",
    "checkout -q -b side a",
    "commit -q --allow-empty -m b",
    "tag b",
    "commit -q --allow-empty -m e",
    "checkout -q --orphan alone",
    "commit -q --allow-empty -m z",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    git_run(project, lines[i]);
}

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  project = mem_format("%s/project", top);
  history_set_up();
  git_init(project);
  make_project();
  ck_assert_int_eq(history_open(&from, project, NULL), RD_OK);
}

static void tear_down(void)
{
  points_dispose(&all);
  strings_free(&good);
  history_free(from);
  rd_scratch_remove(top);
  free(project);
  free(top);
}

/* Compares bad with good ones; the end, and how many bases there are. */
static bisection_end compare(const char *bad, const char *const *goods,
                             size_t *count_out)
{
  bisection_end end;
  object_id *bases;
  points_dispose(&all);
  strings_free(&good);
  for (; *goods; goods++)
    strings_add(&good, *goods);
  const bisect_options options = { .history = from, .good = &good, .bad = bad };
  ck_assert_int_eq(points_find(&all, &options, NULL), RD_OK);
  ck_assert_int_eq(points_compare(&end, &bases, count_out, &all, NULL), RD_OK);
  free(bases);
  return end;
}

START_TEST(test_points__good_and_bad_fit_or_not)
{
  size_t count;
  ck_assert_int_eq(compare("main", (const char *[]){ "a", NULL }, &count),
                   BISECTION_UNFINISHED);
  ck_assert_uint_eq(count, 0);
  ck_assert_int_eq(compare("a", (const char *[]){ "main", NULL }, &count),
                   BISECTION_SWAPPED);
  ck_assert_int_eq(compare("a", (const char *[]){ "a", NULL }, &count),
                   BISECTION_SWAPPED);
  ck_assert_int_eq(compare("main", (const char *[]){ "alone", NULL }, &count),
                   BISECTION_UNRELATED);
}
END_TEST

START_TEST(test_points__another_branch_has_a_base)
{
  size_t count;
  ck_assert_int_eq(compare("main", (const char *[]){ "side", NULL }, &count),
                   BISECTION_UNFINISHED);
  ck_assert_uint_eq(count, 1);
  /* What a good one that bad is made from covers need not be tested. */
  ck_assert_int_eq(
      compare("main", (const char *[]){ "side", "main~1", NULL }, &count),
      BISECTION_UNFINISHED);
  ck_assert_uint_eq(count, 0);
  ck_assert_int_eq(
      compare("main", (const char *[]){ "side", "b", "b", NULL }, &count),
      BISECTION_UNFINISHED);
  ck_assert_uint_eq(count, 1);
  ck_assert_uint_eq(all.good_count, 2);
}
END_TEST

START_TEST(test_points__one_good_of_a_common_history_will_do)
{
  size_t count;
  ck_assert_int_eq(
      compare("main", (const char *[]){ "a", "alone", NULL }, &count),
      BISECTION_UNFINISHED);
  ck_assert_int_eq(
      compare("main", (const char *[]){ "alone", "a", NULL }, &count),
      BISECTION_UNFINISHED);
}
END_TEST

START_TEST(test_points__versions_are_a_line)
{
  strings versions = { 0 };
  bisection_end end;
  object_id *bases;
  size_t count;
  strings_add(&versions, "sh");
  strings_add(&versions, "true");
  strings_add(&versions, "cat");
  bisect_options options = { .versions = &versions };
  ck_assert_int_eq(points_find(&all, &options, NULL), RD_OK);
  ck_assert_int_eq(points_compare(&end, &bases, &count, &all, NULL), RD_OK);
  ck_assert_int_eq(end, BISECTION_UNFINISHED);
  ck_assert_int_eq(points_span(&all, false, NULL), RD_OK);
  ck_assert_uint_eq(all.graph.count, 2);
  ck_assert_uint_eq(all.graph.nodes[0].parents[0], 1);
  bisect_point point;
  ck_assert_int_eq(points_node(&point, &all, 1, NULL), RD_OK);
  ck_assert_str_eq(point.name, "true");
  bisect_point_dispose(&point);
  points_dispose(&all);
  options.bad = "sh";
  ck_assert_int_eq(points_find(&all, &options, NULL), RD_OK);
  ck_assert_int_eq(points_compare(&end, &bases, &count, &all, NULL), RD_OK);
  ck_assert_int_eq(end, BISECTION_SWAPPED);
  points_dispose(&all);
  options.bad = "dog";
  ck_assert_int_eq(points_find(&all, &options, NULL), RD_ERR_NOTFOUND);
  strings_add(&versions, "sh");
  ck_assert_int_eq(points_find(&all, &options, NULL), RD_ERR_INVALID);
  strings_free(&versions);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_points__good_and_bad_fit_or_not,
    &test_points__another_branch_has_a_base,
    &test_points__one_good_of_a_common_history_will_do,
    &test_points__versions_are_a_line,
  };
  return run_fixture("points", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
