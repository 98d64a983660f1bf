/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a sandboxed run may write. Without Landlock nothing is checked. */
#include "process_fixture.h"

static char *outside;

static void set_up_sandbox(void)
{
  rd_error err;
  const char *const nothing_more[] = { NULL };
  const rd_sandbox sandbox = { .writable = nothing_more };
  ck_assert_msg(!rd_scratch_new(&scratch, &err), "%s", err.message);
  ck_assert_msg(!rd_scratch_new(&outside, &err), "%s", err.message);
  ck_assert_msg(!rd_keeper_new_sandboxed(&keeper, scratch, &sandbox, &err),
                "%s", err.message);
}

static void tear_down_sandbox(void)
{
  rd_scratch_remove(outside);
  free(outside);
  tear_down();
}

/* Runs a shell command in the scratch folder; $1 is a folder outside. */
static int shell(const char *command)
{
  const char *argv[] = { "/bin/sh", "-c", command, "sh", outside, NULL };
  run_words(argv, NULL, scratch);
  ck_assert_int_eq(run.end, RD_END_EXIT);
  return run.status;
}

/* Commands that fail in a sandbox, and that cannot. */
static const char *const refused[] = {
  "echo x >\"$1\"/file",
  "mkdir \"$1\"/folder",
  "echo x >file; mv file \"$1\"",
  "echo x >file; ln file \"$1\"/link",
  "ln -s a \"$1\"/link",
  "(cd \"$1\" && exec /bin/sh -c 'setsid /bin/sh -c \"echo x >daemon\"')",
};
static const char *const allowed[] = {
  "echo x >file && mkdir a b && mv file a && mv a/file b && rm -r a b",
  "echo x >/dev/null && [ -c /dev/null ]",
  "ls \"$1\" && cat /etc/passwd >copy",
  "echo x >/dev/stderr",
  "echo x | cat",
};
enum {
  REFUSED = sizeof refused / sizeof *refused,
  ALLOWED = sizeof allowed / sizeof *allowed
};

START_TEST(test_sandbox__write_outside_is_refused)
{
  if (!rd_sandbox_exists())
    return;
  ck_assert_int_ne(shell(refused[_i]), 0);
  ck_assert_int_eq(rmdir(outside), 0); /* it is empty */
  ck_assert_int_eq(mkdir(outside, 0700), 0);
}
END_TEST

START_TEST(test_sandbox__own_folder_devices_and_reading_stay)
{
  int status = shell(allowed[_i]);
  ck_assert_msg(!status, "%d: %s", status, run.output);
}
END_TEST

START_TEST(test_sandbox__devices_cannot_be_replaced)
{
  if (!rd_sandbox_exists())
    return;
  char node[] = "/dev/shm/test-sandbox-XXXXXX";
  int fd = mkstemp(node);
  if (fd < 0)
    return;
  const char *argv[] = { "rm", "-f", node, NULL };
  run_words(argv, NULL, scratch);
  ck_assert_int_ne(run.status, 0);
  ck_assert_int_eq(unlink(node), 0);
  ck_assert_int_eq(close(fd), 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("sandbox");
  TCase *tcase = tcase_create("sandbox");
  tcase_add_checked_fixture(tcase, set_up_sandbox, tear_down_sandbox);
  tcase_add_loop_test(tcase, test_sandbox__write_outside_is_refused, 0,
                      REFUSED);
  tcase_add_loop_test(tcase, test_sandbox__own_folder_devices_and_reading_stay,
                      0, ALLOWED);
  tcase_add_test(tcase, test_sandbox__devices_cannot_be_replaced);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
