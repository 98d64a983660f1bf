/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds of commits: what a command finds, what it may do, and several at a time. */
#include "builds_fixture.h"

/* ---- one build ---- */

START_TEST(test_builds__a_build_has_what_the_command_installed)
{
  restart_with("mkdir -p {build}/lib{}x && cp n \"$BUILD/cc\" && "
               "echo {commit}=$COMMIT >{build}/id && echo said");
  get_done(3);
  ck_assert(!result.cached);
  assert_built("cc", "3");
  char *both = mem_format("%s=%s", ids.data[3], ids.data[3]);
  assert_built("id", both);
  free(both);
  char *command = mem_format("cat '%s'", result.log);
  assert_lines(command, "said");
  free(command);
  ck_assert(has(3) && !has(4));
  ck_assert(starts_with(result.folder, cache_path));
}
END_TEST

START_TEST(test_builds__the_environment_is_the_users_without_gits_own)
{
  ck_assert(!setenv("GIT_DIR", "/nonexistent", 1));
  ck_assert(!setenv("GIT_INDEX_FILE", "/nonexistent", 1));
  ck_assert(!setenv("MINE", "kept", 1));
  restart_with("echo \"$MINE ${GIT_DIR-none} ${GIT_INDEX_FILE-none} $(cat)\" "
               ">{build}/env; git rev-parse HEAD >{build}/head; "
               "test -d \"$TMPDIR\" && mktemp >{build}/temporary");
  get_done(2);
  assert_built("env", "kept none none ");
  assert_built("head", ids.data[2]);
  char *command = mem_format("cat '%s/temporary'", result.folder);
  char *temporary = shell_output(command);
  ck_assert(starts_with(temporary, cache_path));
  ck_assert(!path_exists(temporary));
  free(temporary);
  free(command);
}
END_TEST

START_TEST(test_builds__a_failure_says_why_and_is_not_repeated)
{
  restart_with("mktemp $MARKS/XXXXXX; echo x.c:1: error: '\303\244\377' no; "
               "touch {build}/half; echo make: Error 3; exit 3");
  ck_assert_int_eq(get(1), BUILD_FAILED);
  ck_assert_str_eq(result.reason,
                   "exit status 3: x.c:1: error: \303\244\\xff no");
  ck_assert_ptr_null(result.folder);
  ck_assert(path_exists(result.log));
  ck_assert_int_eq(get(1), BUILD_FAILED);
  assert_runs(1);
  assert_left("f", "half", "0");
  restart_with("mktemp $MARKS/XXXXXX; echo x.c:1: error: '\303\244\377' no; "
               "touch {build}/half; echo make: Error 3; exit 3");
  ck_assert(!has(1));
  ck_assert_int_eq(get(1), BUILD_FAILED);
  assert_runs(2);
}
END_TEST

START_TEST(test_builds__one_that_hangs_is_late)
{
  const char *marker = hostile_marker();
  char *command = mem_format("sh -c 'sleep 100; :' %s", marker);
  restart((builds_options){ .command = command, .timeout_ms = 300 });
  ck_assert_int_eq(get(1), BUILD_LATE);
  ck_assert_str_eq(result.reason, "not done in 0.3 seconds");
  ck_assert_int_eq(hostile_count(marker), 0);
  free(command);
}
END_TEST

START_TEST(test_builds__one_that_kills_its_parents_has_failed)
{
  restart_with("if [ $(cat n) = 1 ]; then kill -9 $PPID; sleep 100; fi; "
               "if [ $(cat n) = 2 ]; then kill -9 $(sed -n 's/^PPid:.//p' "
               "/proc/$PPID/status); sleep 100; fi; cp n {build}/cc");
  ck_assert_int_eq(get(1), BUILD_FAILED);
  ck_assert_str_eq(result.reason, "killed (Killed)");
  ck_assert_int_eq(get(2), BUILD_FAILED);
  ck_assert_str_eq(result.reason,
                   "the process that watches the build was killed");
  get_done(3);
  assert_built("cc", "3");
}
END_TEST

START_TEST(test_builds__nothing_that_it_started_outlives_it)
{
  const char *marker = hostile_marker();
  char *command = mem_format("cp n {build}/cc; "
                             "setsid sh -c 'sleep 100; :' %s & sleep 0.1",
                             marker);
  restart_with(command);
  get_done(1);
  ck_assert_int_eq(hostile_count(marker), 0);
  free(command);
}
END_TEST

START_TEST(test_builds__a_long_log_loses_its_middle)
{
  restart_with("echo begin; yes | head -c 104857600; echo end >&2; "
               "cp n {build}/cc");
  get_done(1);
  ck_assert_uint_lt(disk_usage(result.log), 10 << 20);
  char *command = mem_format("head -1 '%s'; grep -a 'left out' '%s'; "
                             "tail -1 '%s'",
                             result.log, result.log, result.log);
  assert_lines(command, "begin\n[clang-hdd: 95420426 bytes left out here]\n"
                        "end");
  free(command);
}
END_TEST

START_TEST(test_builds__folders_that_cannot_be_written_are_no_obstacle)
{
  restart_with("mkdir -p a/b {build}/c/d && cp n a/b && cp n {build}/c/d && "
               "chmod 0 a/b {build}/c/d && chmod 500 a {build}/c && "
               "test $(cat n) = 2");
  ck_assert_int_eq(get(1), BUILD_FAILED);
  get_done(2);
  ck_assert_int_eq(get(3), BUILD_FAILED);
  assert_left("d", "c", "1");
}
END_TEST

START_TEST(test_builds__one_that_installs_nothing_has_failed)
{
  restart_with("test $(cat n) = 1 || rmdir {build}");
  ck_assert_int_eq(get(1), BUILD_FAILED);
  ck_assert_str_eq(result.reason,
                   "it succeeded, but has put nothing into {build}");
  ck_assert_int_eq(get(2), BUILD_FAILED);
  ck_assert_str_eq(result.reason,
                   "it succeeded, but has put nothing into {build}");
}
END_TEST

START_TEST(test_builds__a_keeper_that_was_killed_is_replaced)
{
  restart_with("cp n {build}/cc");
  free(shell_output("cd /proc && for p in $(cat $PPID/task/$PPID/children); do "
                    "if grep -q reduce-keeper $p/comm; then kill -9 $p; fi; "
                    "done; sleep 0.1"));
  get_done(1);
  assert_built("cc", "1");
}
END_TEST

/* ---- checkouts ---- */

START_TEST(test_builds__a_commit_that_cannot_be_checked_out_has_failed)
{
  char *command = mem_format(
      "cd '%s' && blob=$(echo x | git hash-object -w --stdin) && "
      "tree=$(printf '100644 blob %%s\\t..\\n' $blob | git mktree) && "
      "git commit-tree -m odd $tree",
      repository_path);
  char *digits = shell_output(command);
  object_id id;
  ck_assert(object_id_parse(&id, digits));
  restart_with("cp n {build}/cc");
  rd_error err = { 0 };
  ck_assert_msg(!builds_get(&result, now, &id, &err), "%s", err.message);
  ck_assert_int_eq(result.end, BUILD_FAILED);
  ck_assert_msg(starts_with(result.reason, "no checkout: "), "%s",
                result.reason);
  get_done(1);
  free(digits);
  free(command);
}
END_TEST

static const char COUNTING[] = "echo >>object; cp n {build}; "
                               "wc -l <object >{build}/runs";

START_TEST(test_builds__a_checkout_is_clean)
{
  restart_with(COUNTING);
  get_done(1);
  get_done(2);
  assert_built("runs", "1");
  assert_built("n", "2");
}
END_TEST

START_TEST(test_builds__an_incremental_one_goes_on)
{
  restart((builds_options){ .command = COUNTING, .incremental = true });
  get_done(1);
  get_done(2);
  assert_built("runs", "2");
  assert_built("n", "2");
  restart((builds_options){ .command = COUNTING, .incremental = true });
  get_done(3);
  assert_built("runs", "3");
  restart_with(COUNTING); /* has a checkout of its own */
  get_done(3);
  assert_built("runs", "1");
}
END_TEST

/* ---- several ---- */

START_TEST(test_builds__jobs_run_at_the_same_time)
{
  restart((builds_options){
      .command = "touch $MARKS/$COMMIT; while [ $(ls $MARKS | wc -l) -lt 3 ]; "
                 "do sleep 0.02; done; cp n {build}/cc",
      .jobs = 3,
      .timeout_ms = 20000 });
  begin(1);
  begin(2);
  get_done(3);
  get_done(2);
  get_done(1);
  assert_built("cc", "1");
  assert_runs(3);
}
END_TEST

START_TEST(test_builds__no_more_run_than_there_are_jobs)
{
  restart((builds_options){ .command = "mkdir $MARKS/one && sleep 0.1 && "
                                       "rmdir $MARKS/one && cp n {build}/cc" });
  for (unsigned i = 1; i <= 3; i++)
    begin(i);
  for (unsigned i = 3; i >= 1; i--)
    get_done(i);
}
END_TEST

START_TEST(test_builds__what_is_cancelled_ends_and_can_be_asked_for)
{
  const char *marker = hostile_marker();
  char *command = mem_format(
      "touch $MARKS/begun; test -e $MARKS/go || sh -c 'sleep 100; :' %s; "
      "cp n {build}/cc",
      marker);
  restart_with(command);
  begin(1);
  await_mark("begun");
  cancel(1);
  cancel(2);
  free(shell_output("touch $MARKS/go"));
  get_done(1);
  ck_assert_int_eq(hostile_count(marker), 0);
  free(command);
}
END_TEST

static void on_alarm(int number)
{
  (void)number;
  stop = 1;
}

START_TEST(test_builds__the_flag_ends_it_and_nothing_is_left)
{
  const char *marker = hostile_marker();
  char *command =
      mem_format("touch {build}/half; sh -c 'sleep 100; :' %s", marker);
  restart((builds_options){ .command = command, .stop = &stop, .jobs = 2 });
  begin(2);
  (void)signal(SIGALRM, on_alarm);
  (void)alarm(1);
  double begun = seconds();
  ck_assert_int_eq(try_get(1, NULL), RD_ERR_STOPPED);
  builds_free(now);
  now = NULL;
  ck_assert_double_lt(seconds() - begun, 2.5);
  ck_assert_int_eq(hostile_count(marker), 0);
  assert_left("f", "half", "0");
  assert_left("d", "*.tmp", "0");
  free(command);
}
END_TEST

/* ---- texts ---- */

START_TEST(test_builds__words_in_braces_are_replaced)
{
  static const char *const rows[][2] = {
    { "-I{build}/x", "-IB/x" },
    { "{build}{commit}{cc}", "BC{cc}" },
    { "${x} {} {buil} {build", "${x} {} {buil} {build" },
    { "{{build}}", "{B}" },
    { "", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *text = build_expand(rows[i][0], "B", "C", NULL);
    ck_assert_str_eq(text, rows[i][1]);
    free(text);
  }
}
END_TEST

START_TEST(test_builds__the_reason_is_one_plain_line)
{
  static const char *const rows[][2] = {
    { "a\n\033[1ma.c:1: \033[31merror:\033[m x\nb\n", "a.c:1: error: x" },
    { "x.o: error: undefined\ncollect2: error: ld returned 1 exit status\n",
      "x.o: error: undefined" },
    { "1%\r50%\r99%\n\n  \n", "99%" },
    { "a\tb\001", "a b" },
    { "CMake Error: no\nmore\n", "CMake Error: no" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *text = build_text_reason(rows[i][0], strlen(rows[i][0]));
    ck_assert_str_eq(text, rows[i][1]);
    free(text);
  }
  ck_assert_ptr_null(build_text_reason("\n \n", 3));
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_builds__a_build_has_what_the_command_installed,
    &test_builds__the_environment_is_the_users_without_gits_own,
    &test_builds__a_failure_says_why_and_is_not_repeated,
    &test_builds__one_that_hangs_is_late,
    &test_builds__one_that_kills_its_parents_has_failed,
    &test_builds__nothing_that_it_started_outlives_it,
    &test_builds__a_long_log_loses_its_middle,
    &test_builds__folders_that_cannot_be_written_are_no_obstacle,
    &test_builds__one_that_installs_nothing_has_failed,
    &test_builds__a_keeper_that_was_killed_is_replaced,
    &test_builds__a_commit_that_cannot_be_checked_out_has_failed,
    &test_builds__a_checkout_is_clean,
    &test_builds__an_incremental_one_goes_on,
    &test_builds__jobs_run_at_the_same_time,
    &test_builds__no_more_run_than_there_are_jobs,
    &test_builds__what_is_cancelled_ends_and_can_be_asked_for,
    &test_builds__the_flag_ends_it_and_nothing_is_left,
    &test_builds__words_in_braces_are_replaced,
    &test_builds__the_reason_is_one_plain_line,
  };
  return run_fixture("builds", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
