/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a script runs on its file is found, however deep it is started. */
#include "compiler/executed.h"

#include <stdlib.h>
#include <string.h>

#include "run_fixture.h"

static runner run;
static executed_list ran;
static rd_status status;

static void set_up(void)
{
  ck_assert_int_eq(runner_init(&run, true, NULL), RD_OK);
}

static void tear_down(void)
{
  executed_free(&ran);
  runner_dispose(&run);
}

/* Watches the shell script, with a file of this name. */
static void watch(const char *script, const char *name)
{
  job what = { 0 };
  strings_add(&what.words, "sh");
  strings_add(&what.words, "-c");
  strings_add(&what.words, script);
  rd_limits limits = { .wall_ms = 20000 };
  source text = { name, "int i;\n", 7 };
  status = executed_find(&ran, &run, &what, &text, &limits, NULL);
  ck_assert(!status || status == RD_ERR_UNSUPPORTED);
  job_dispose(&what);
}

static void check_line(size_t at, const char *line)
{
  ck_assert_uint_lt(at, ran.size);
  char *found = words_join(strings_argv(&ran.data[at].words));
  ck_assert_str_eq(found, line);
  free(found);
}

START_TEST(test_executed__each_command_is_listed_once)
{
  watch("cat input.c && (cp input.c other.c && cat other.c); cat input.c",
        "input.c");
  if (status)
    return;
  ck_assert_uint_eq(ran.size, 2);
  check_line(0, "cat input.c");
  check_line(1, "cp input.c other.c");
  ck_assert_uint_eq(ran.data[1].file, 1);
}
END_TEST

START_TEST(test_executed__the_folder_is_known)
{
  watch("mkdir in; cp input.c in; cd in; cat ./input.c | (cat; true)",
        "input.c");
  if (status)
    return;
  ck_assert_uint_eq(ran.size, 2);
  check_line(1, "cat ./input.c");
  size_t size = strlen(ran.data[1].cwd);
  ck_assert_str_eq(ran.data[1].cwd + size - 3, "/in");
}
END_TEST

START_TEST(test_executed__what_is_left_behind_is_not_waited_for)
{
  watch("cat input.c; sleep 60 & exit 0", "input.c");
  if (status)
    return;
  ck_assert_uint_eq(ran.size, 1);
}
END_TEST

START_TEST(test_executed__file_may_be_in_a_folder)
{
  watch("cat src/input.c; cd src; cat input.c", "src/input.c");
  if (status)
    return;
  ck_assert_uint_eq(ran.size, 2);
  ck_assert_uint_eq(ran.data[0].file, 1);
}
END_TEST

START_TEST(test_executed__words_with_quotes_are_kept)
{
  watch("cat \"it's a.c\"; exit 3", "it's a.c");
  if (status)
    return;
  ck_assert_uint_eq(ran.size, 1);
  ck_assert_str_eq(ran.data[0].words.data[1], "it's a.c");
}
END_TEST

START_TEST(test_executed__what_the_script_ends_is_cut_short)
{
  watch("timeout 0.3 tail -f input.c", "input.c");
  if (status)
    return;
  check_line(1, "tail -f input.c");
  ck_assert(ran.data[1].was_cut && !ran.data[1].succeeded);
  ck_assert_uint_ge(ran.data[1].wall_ms, 200);
}
END_TEST

START_TEST(test_executed__what_waits_for_that_is_cut_short)
{
  watch("sh -c 'sh -c \"kill -9 \\$\\$\"; exit 1' input.c; cat input.c",
        "input.c");
  if (status)
    return;
  ck_assert_uint_eq(ran.size, 2);
  ck_assert(ran.data[0].was_cut);
  ck_assert(ran.data[1].succeeded && !ran.data[1].was_cut);
}
END_TEST

START_TEST(test_executed__a_failure_is_not_cut_short)
{
  watch("grep void input.c; sh -c 'kill -ABRT $$' input.c", "input.c");
  if (status)
    return;
  ck_assert_uint_eq(ran.size, 2);
  for (size_t i = 0; i < ran.size; i++)
    ck_assert(!ran.data[i].succeeded && !ran.data[i].was_cut);
}
END_TEST

START_TEST(test_executed__what_the_script_prints_is_no_command)
{
  watch("printf '\\nclang-hdd ran: '; echo done", "input.c");
  ck_assert_uint_eq(ran.size, 0);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_executed__each_command_is_listed_once,
    &test_executed__the_folder_is_known,
    &test_executed__what_is_left_behind_is_not_waited_for,
    &test_executed__file_may_be_in_a_folder,
    &test_executed__words_with_quotes_are_kept,
    &test_executed__what_the_script_ends_is_cut_short,
    &test_executed__what_waits_for_that_is_cut_short,
    &test_executed__a_failure_is_not_cut_short,
    &test_executed__what_the_script_prints_is_no_command,
  };
  return run_fixture("executed", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
