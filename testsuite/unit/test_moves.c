/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a file was called before it was moved. */
#include "git/history.h"
#include "history_fixture.h"
#include "reduce/process.h"
#include "run_tests.h"

static char *folder;
static history *opened;

static void set_up(void)
{
  history_set_up();
  ck_assert_int_eq(rd_scratch_new(&folder, NULL), RD_OK);
  git_init(folder);
}

static void tear_down(void)
{
  history_free(opened);
  opened = NULL;
  rd_scratch_remove(folder);
  free(folder);
}

/* Runs a script in the repository, and commits all that is there. */
static void commit(const char *script)
{
  char *command = mem_format("cd '%s' && { %s; } && git add -A && "
                             "git commit -q -m change",
                             folder, script);
  free(shell_output(command));
  free(command);
}

static object_id head(void)
{
  object_id id;
  if (!opened)
    ck_assert_int_eq(history_open(&opened, folder, NULL), RD_OK);
  ck_assert_int_eq(history_resolve(&id, opened, "HEAD", NULL), RD_OK);
  return id;
}

/* The name of `path` before HEAD; "" for none. */
static void expect_before(const char *path, const char *wanted)
{
  object_id id = head();
  char *before = NULL;
  ck_assert_int_eq(history_name_before(&before, opened, &id, path, NULL),
                   RD_OK);
  ck_assert_str_eq(before ? before : "", wanted);
  free(before);
}

START_TEST(test_moves__a_file_that_was_moved_had_another_name)
{
  commit("mkdir x && printf 'a\\nb\\nc\\n' >x/a.c && echo d >d.c");
  commit("mkdir y && git mv x/a.c y/b.c && echo e >>y/b.c");
  expect_before("y/b.c", "x/a.c");
}
END_TEST

START_TEST(test_moves__a_new_file_had_none)
{
  commit("printf 'a\\nb\\nc\\n' >a.c && printf 'u\\nv\\n' >u.c");
  commit("printf 'a\\nb\\nc\\n' >b.c && rm u.c");
  expect_before("b.c", "");
}
END_TEST

START_TEST(test_moves__the_first_commit_has_no_file_from_before)
{
  commit("echo a >a.c");
  expect_before("a.c", "");
}
END_TEST

START_TEST(test_moves__of_several_the_most_like_is_taken)
{
  commit("printf '1\\n2\\n3\\n4\\n5\\n' >a.c && printf '1\\n2\\n3\\n4\\nx\\n' "
         ">b.c && printf '1\\n2\\n3\\ny\\nx\\n' >c.c");
  commit("rm a.c b.c c.c && printf '1\\n2\\n3\\n4\\nx\\ny\\n' >d.c");
  expect_before("d.c", "b.c");
}
END_TEST

START_TEST(test_moves__a_commit_has_a_file_or_not)
{
  bool has = false;
  commit("mkdir s && echo a >s/a.c");
  object_id id = head();
  ck_assert_int_eq(history_has_file(&has, opened, &id, "s/a.c", NULL), RD_OK);
  ck_assert(has);
  ck_assert_int_eq(history_has_file(&has, opened, &id, "a.c", NULL), RD_OK);
  ck_assert(!has);
  ck_assert_int_eq(history_has_file(&has, opened, &id, "s", NULL), RD_OK);
  ck_assert(!has);
}
END_TEST

int main(void)
{
  const TTest *const tests[] = {
    test_moves__a_file_that_was_moved_had_another_name,
    test_moves__a_new_file_had_none,
    test_moves__the_first_commit_has_no_file_from_before,
    test_moves__of_several_the_most_like_is_taken,
    test_moves__a_commit_has_a_file_or_not,
  };
  Suite *suite = suite_create("moves");
  TCase *tcase = tcase_create("moves");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
