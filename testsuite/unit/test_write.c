/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What happens to the files that are in the folder of a report. */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/files.h"
#include "report/report.h"
#include "run_fixture.h"

static char *top;

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
}

/* Writes a report of a crash of this family. */
static rd_status try_report(compiler_family family)
{
  report from = { .family = family,
                  .program = mem_copy("cc"),
                  .reduced_name = mem_copy("b.c"),
                  .reduced = mem_copy("f"),
                  .reduced_size = 1 };
  rd_status status = report_write(&from, top, NULL);
  report_dispose(&from);
  return status;
}

static void write_report(compiler_family family)
{
  ck_assert_int_eq(try_report(family), RD_OK);
}

static bool is_there(const char *name)
{
  char *path = mem_format("%s/%s", top, name);
  bool there = path_exists(path);
  free(path);
  return there;
}

START_TEST(test_write__removes_what_another_compiler_had)
{
  write_report(FAMILY_GCC);
  ck_assert(is_there("bugzilla.txt") && is_there("dejagnu-test.c"));
  write_report(FAMILY_CLANG);
  ck_assert(!is_there("bugzilla.txt") && !is_there("dejagnu-test.c"));
}
END_TEST

START_TEST(test_write__keeps_what_no_report_had)
{
  char *path = mem_format("%s/report.txt", top);
  ck_assert_int_eq(file_write(path, "mine", 4, NULL), RD_OK);
  free(path);
  write_report(FAMILY_GCC);
  ck_assert(is_there("bugzilla.txt") && is_there("report.txt"));
}
END_TEST

/* Fails to write a report, as on a full disk. */
static void fail_report(void)
{
  struct rlimit old;
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
  struct rlimit none = { .rlim_cur = 0, .rlim_max = old.rlim_max };
  (void)signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
  rd_status status = try_report(FAMILY_GCC);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
  ck_assert_int_ne(status, RD_OK);
}

START_TEST(test_write__leaves_no_empty_folder)
{
  ck_assert_int_eq(rmdir(top), 0);
  fail_report();
  ck_assert(!path_exists(top));
}
END_TEST

START_TEST(test_write__keeps_an_empty_folder_of_the_user)
{
  fail_report();
  ck_assert(path_exists(top));
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_write__removes_what_another_compiler_had,
    &test_write__keeps_what_no_report_had,
    &test_write__leaves_no_empty_folder,
    &test_write__keeps_an_empty_folder_of_the_user,
  };
  return run_fixture("write", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
