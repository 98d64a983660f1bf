/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keepers and their owners are stopped and killed: nothing of a run stays. */
#include "process_fixture.h"

/* ---- deaths ---- */

START_TEST(test_process_deaths__terminal_signals_do_not_disturb_a_run)
{
  const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGUSR1 };
  pid_t pid = find_keeper();
  const char *argv[] = { "sleep", "0.1", NULL };
  rd_run_spec spec = { .argv = argv };
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    ck_assert_int_eq(kill(pid, numbers[i]), 0);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_EXIT);
}
END_TEST

START_TEST(test_process_deaths__death_of_the_keeper_is_told_and_ends_the_run)
{
  const char *marker = hostile_marker();
  const char *argv[] = { hostile_path(), "kill-parent", "", marker, NULL };
  rd_run_spec spec = { .argv = argv };
  rd_error err;
  ck_assert_int_eq(rd_keeper_run(&run, keeper, &spec, &err), RD_ERR_DIED);
  ck_assert_ptr_nonnull(strstr(err.message, "killed: Killed"));
  ck_assert(hostile_await_count(marker, 0));
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, &err), RD_ERR_DIED);
  ck_assert_int_eq(err.status, RD_ERR_DIED);
}
END_TEST

/* Cancellations of other runs stand for a command that is not read yet. */
START_TEST(test_process_deaths__cancellation_waits_for_room)
{
  const char *argv[] = { "sleep", "20", NULL };
  rd_run_spec spec = { .argv = argv };
  const rd_ask other = { .kind = RD_ASK_CANCEL };
  pid_t pid = find_keeper();
  int fd = rd_keeper_fd(keeper);
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  ck_assert_int_eq(kill(pid, SIGSTOP), 0);
  while (send(fd, &other, sizeof other, MSG_DONTWAIT) > 0)
    continue;
  pid_t helper = fork();
  if (!helper) {
    (void)poll(NULL, 0, 50);
    _exit(kill(pid, SIGCONT));
  }
  rd_keeper_cancel(keeper);
  ck_assert_int_eq(waitpid(helper, NULL, 0), helper);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_CANCELLED);
}
END_TEST

/* The group is known to the owner as soon as the command runs, even if its
 * keeper does not go on any more. */
START_TEST(test_process_deaths__stopped_keeper_that_dies_leaves_no_group)
{
  const char *marker = hostile_marker();
  const char *argv[] = { hostile_path(), "stop-parent", "", marker, NULL };
  rd_run_spec spec = { .argv = argv };
  pid_t pid = find_keeper();
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  ck_assert(hostile_await_count(marker, 2));
  ck_assert_int_eq(kill(pid, SIGKILL), 0);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_ERR_DIED);
  ck_assert(hostile_await_count(marker, 0));
}
END_TEST

START_TEST(test_process_deaths__stopped_keeper_is_freed)
{
  const char *marker = hostile_marker();
  const char *argv[] = { hostile_path(), "stop-parent", "", marker, NULL };
  rd_run_spec spec = { .argv = argv };
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  ck_assert(hostile_await_count(marker, 2));
  rd_keeper_free(keeper);
  keeper = NULL;
  ck_assert_int_eq(hostile_count(marker), 0);
}
END_TEST

/* What an owner tells before it is killed. */
struct told {
  char folder[256];
  pid_t copy; /* a child that holds a copy of its end of the socket, or 0 */
};

static _Noreturn void own(const char *marker, bool leak, int tell)
{
  const char *argv[] = { hostile_path(), "daemon-and-sleep", "", marker, NULL };
  rd_run_spec spec = { .argv = argv };
  struct told told = { 0 };
  char *folder;
  rd_keeper *mine;
  if (rd_scratch_new(&folder, NULL) || rd_keeper_new(&mine, folder, NULL) ||
      rd_keeper_start(mine, &spec, NULL))
    _exit(1);
  (void)snprintf(told.folder, sizeof told.folder, "%s", folder);
  told.copy = leak ? fork() : 0;
  if (!leak || told.copy > 0)
    (void)!write(tell, &told, sizeof told);
  (void)sleep(20);
  _exit(0);
}

static void check_killed_owner(bool leak)
{
  const char *marker = hostile_marker();
  struct told told = { 0 };
  int ends[2];
  ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
  pid_t owner = fork();
  ck_assert_int_ge(owner, 0);
  if (!owner)
    own(marker, leak, ends[1]);
  ck_assert_int_eq(read(ends[0], &told, sizeof told), (int)sizeof told);
  ck_assert(hostile_await_count(marker, 2));
  ck_assert_int_eq(kill(owner, SIGKILL), 0);
  ck_assert_int_eq(waitpid(owner, NULL, 0), owner);
  ck_assert(hostile_await_count(marker, 0));
  for (int i = 0; i < 1000 && !access(told.folder, F_OK); i++)
    (void)poll(NULL, 0, 5);
  ck_assert_int_ne(access(told.folder, F_OK), 0);
  if (told.copy > 0)
    (void)kill(told.copy, SIGKILL);
  (void)close(ends[0]);
  (void)close(ends[1]);
}

START_TEST(test_process_deaths__killed_owner_leaves_nothing)
{
  check_killed_owner(false);
}
END_TEST

START_TEST(test_process_deaths__killed_owner_with_a_leaked_socket)
{
  check_killed_owner(true);
}
END_TEST

START_TEST(test_process_deaths__keepers_do_not_keep_each_other)
{
  rd_keeper *second;
  ck_assert_int_eq(rd_keeper_new(&second, NULL, NULL), RD_OK);
  rd_keeper_free(keeper);
  keeper = NULL;
  const char *argv[] = { "true", NULL };
  rd_run_spec spec = { .argv = argv };
  ck_assert_int_eq(rd_keeper_run(&run, second, &spec, NULL), RD_OK);
  rd_keeper_free(second);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_process_deaths__terminal_signals_do_not_disturb_a_run,
    &test_process_deaths__death_of_the_keeper_is_told_and_ends_the_run,
    &test_process_deaths__cancellation_waits_for_room,
    &test_process_deaths__stopped_keeper_that_dies_leaves_no_group,
    &test_process_deaths__stopped_keeper_is_freed,
    &test_process_deaths__keepers_do_not_keep_each_other,
  };
  Suite *suite = suite_create("process_deaths");
  TCase *tcase = tcase_create("keepers"), *owners = tcase_create("owners");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, *tests[i]);
  tcase_add_test(owners, test_process_deaths__killed_owner_leaves_nothing);
  tcase_add_test(owners,
                 test_process_deaths__killed_owner_with_a_leaked_socket);
  suite_add_tcase(suite, tcase);
  suite_add_tcase(suite, owners);
  return run_suite(suite);
}
