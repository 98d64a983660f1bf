/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* When a program is late. */
#include <stdlib.h>
#include <unistd.h>

#include "run_tests.h"
#include "wrong/program.h"

/* Runs a line of a shell with a limit, in a new folder. */
static behaviour run(const char *line, unsigned limit_ms)
{
  char folder[] = "/tmp/test_wrong_program.XXXXXX";
  const char *const argv[] = { "sh", "-c", line, NULL };
  program what = { .path = "sh", .argv = argv, .limit_ms = limit_ms };
  behaviour did;
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  program_run(&did, &what);
  ck_assert_int_eq(unlink("hdd-stdout"), 0);
  ck_assert_int_eq(rmdir(folder), 0);
  return did;
}

START_TEST(test_wrong_program__one_that_computes_is_late)
{
  behaviour did = run("while :; do :; done", 20);
  ck_assert_int_eq(did.end, BEHAVIOUR_LATE);
  behaviour_dispose(&did);
}
END_TEST

START_TEST(test_wrong_program__one_that_waits_is_late_ten_times_later)
{
  behaviour did = run("sleep .3; exit 3", 200);
  ck_assert_int_eq(did.end, BEHAVIOUR_EXIT);
  ck_assert_int_eq(did.status, 3);
  behaviour_dispose(&did);
  did = run("sleep 30", 5);
  ck_assert_int_eq(did.end, BEHAVIOUR_LATE);
  behaviour_dispose(&did);
}
END_TEST

START_TEST(test_wrong_program__one_that_nothing_has_started_starts)
{
  const char *const argv[] = { "sh", "-c", "exit 3", NULL };
  program what = { .path = "sh", .argv = argv, .started = "/nowhere/socket" };
  behaviour did;
  program_run(&did, &what);
  ck_assert_int_eq(did.end, BEHAVIOUR_EXIT);
  ck_assert_int_eq(did.status, 3);
  behaviour_dispose(&did);
  (void)unlink("hdd-stdout");
}
END_TEST

int main(void)
{
  return RUN_TESTS("wrong_program",
                   test_wrong_program__one_that_computes_is_late,
                   test_wrong_program__one_that_waits_is_late_ten_times_later,
                   test_wrong_program__one_that_nothing_has_started_starts);
}
