/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Visitors of a zygote have runs in folders of their own, several at a time.
 */
#include <fcntl.h>

#include "base/packet.h"
#include "zygote_fixture.h"

static const char valid[] = "int f(void) { return 7; }\n";
static const char wrong[] = "int f(void) { return 1 + ; }\n";

static char *visited; /* the path of the socket */

/* Begins a zygote that attends, and whose output is relative; false: no compiler
 * is installed. */
static bool attend(void)
{
  const struct compiler_row *row = any_compiler();
  if (!row || !make_job(row))
    return false;
  set_output("output.s");
  ck_assert_msg(!make_zygote(row), "%s", err.message);
  ck_assert_msg(!zygote_attend(it, "visited", &usual, &err), "%s", err.message);
  free(visited);
  visited = mem_format("%s/visited", run.kept);
  return true;
}

static void put(const char *text)
{
  FILE *file = fopen(what.words.data[what.file], "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_ge(fputs(text, file), 0);
  ck_assert_int_eq(fclose(file), 0);
}

/* As a visitor in this new folder; returns the status, and what was printed. */
static int visit_in(char *folder, const char *text, char **printed_out)
{
  rd_end end = RD_END_NOSTART;
  int status = -1;
  size_t size;
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  put(text);
  int output = open("printed", O_WRONLY | O_CREAT | O_APPEND, 0600);
  ck_assert(zygote_visit(&end, &status, visited, output));
  ck_assert_int_eq(end, RD_END_EXIT);
  (void)close(output);
  ck_assert(!file_read(printed_out, &size, "printed", &err));
  return status;
}

static void remove_folder(const char *folder)
{
  char *command = mem_format("rm -r %s", folder);
  ck_assert_int_eq(chdir("/"), 0);
  ck_assert_int_eq(system(command), 0);
  free(command);
}

START_TEST(test_zygote_visit__each_run_writes_where_its_visitor_is)
{
  if (!attend())
    return;
  for (int i = 0; i < 2; i++) {
    char folder[] = "/tmp/test_zygote_visit.XXXXXX", *printed;
    ck_assert_int_eq(visit_in(folder, valid, &printed), 0);
    ck_assert_str_eq(printed, "");
    ck_assert(path_exists("output.s"));
    free(printed);
    remove_folder(folder);
  }
  char folder[] = "/tmp/test_zygote_visit.XXXXXX", *printed;
  ck_assert_int_eq(visit_in(folder, wrong, &printed), 1);
  ck_assert_ptr_nonnull(strstr(printed, "error: "));
  free(printed);
  remove_folder(folder);
}
END_TEST

/* The first visitor has asked for nothing yet when the second has its run. */
START_TEST(test_zygote_visit__visitors_do_not_wait_for_each_other)
{
  if (!attend())
    return;
  int idle = packet_connect(run.kept, "visited");
  ck_assert_int_ge(idle, 0);
  char folder[] = "/tmp/test_zygote_visit.XXXXXX", *printed;
  ck_assert_int_eq(visit_in(folder, valid, &printed), 0);
  free(printed);
  remove_folder(folder);
  (void)close(idle);
}
END_TEST

START_TEST(test_zygote_visit__one_that_is_gone_is_not_visited)
{
  if (!attend())
    return;
  zygote_free(it);
  it = NULL;
  rd_end end;
  int status;
  ck_assert(!zygote_visit(&end, &status, visited, STDOUT_FILENO));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("zygote_visit");
  TCase *tcase = tcase_create("zygote_visit");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase,
                 test_zygote_visit__each_run_writes_where_its_visitor_is);
  tcase_add_test(tcase, test_zygote_visit__visitors_do_not_wait_for_each_other);
  tcase_add_test(tcase, test_zygote_visit__one_that_is_gone_is_not_visited);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
