/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Compilers built by commit, with toy commands on a history made by git: commit n
 * has the file `n` with the number n in it.
 */
#include "bisect/builds.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bisect/build_log.h"
#include "bisect/cache.h"
#include "bisect/usage.h"
#include "history_fixture.h"
#include "hostile.h"
#include "reduce/process.h"
#include "run_fixture.h"

enum { COMMITS = 6 };

static char *top, *repository_path, *cache_path, *marks;
static strings ids; /* by number, from 1 */
static history *of;
static builds *now;
static build_result result;
static volatile sig_atomic_t stop;

static void make_history(void)
{
  textbuf stream = { 0 };
  for (unsigned i = 1; i <= COMMITS; i++) {
    const unsigned parents[] = { i - 1, 0 };
    char *text = mem_format("%u\n", i);
    import_add(&stream, &(import_commit){ "main", i, i > 1 ? parents : NULL,
                                          1700000000 + i, "n", text });
    free(text);
  }
  git_init(repository_path);
  git_import(repository_path, &stream);
  ids = import_ids(repository_path);
}

static void open_history(void)
{
  rd_error err = { 0 };
  ck_assert_msg(!history_open(&of, repository_path, &err), "%s", err.message);
}

static void set_up(void)
{
  history_set_up();
  (void)signal(SIGPIPE, SIG_IGN);
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  repository_path = mem_format("%s/repo", top);
  cache_path = mem_format("%s/cache", top);
  marks = mem_format("%s/marks", top);
  ck_assert_int_eq(mkdir(marks, 0700), 0);
  ck_assert_int_eq(setenv("MARKS", marks, 1), 0);
  make_history();
  open_history();
}

static void tear_down(void)
{
  build_result_dispose(&result);
  builds_free(now);
  history_free(of);
  strings_free(&ids);
  rd_scratch_remove(top);
  free(top);
  free(repository_path);
  free(cache_path);
  free(marks);
}

/* ---- asking ---- */

/* Begins anew with these options. */
static void restart(builds_options options)
{
  rd_error err = { 0 };
  builds_free(now);
  now = NULL;
  options.history = of;
  options.cache = options.cache ? options.cache : cache_path;
  ck_assert_msg(!builds_new(&now, &options, &err), "%s", err.message);
}

static void restart_with(const char *command)
{
  restart((builds_options){ .command = command });
}

static object_id commit(unsigned number)
{
  object_id id;
  ck_assert(object_id_parse(&id, ids.data[number]));
  return id;
}

static rd_status try_get(unsigned number, rd_error *err)
{
  object_id id = commit(number);
  build_result_dispose(&result);
  return builds_get(&result, now, &id, err);
}

static build_end get(unsigned number)
{
  rd_error err = { 0 };
  ck_assert_msg(!try_get(number, &err), "%s", err.message);
  return result.end;
}

/* The build has to be done. */
static void get_done(unsigned number)
{
  build_end end = get(number);
  ck_assert_msg(end == BUILD_DONE, "%s", result.reason);
  ck_assert_ptr_null(result.reason);
}

static void begin(unsigned number)
{
  object_id id = commit(number);
  builds_begin(now, &id);
}

static void cancel(unsigned number)
{
  object_id id = commit(number);
  builds_cancel(now, &id);
}

static bool has(unsigned number)
{
  object_id id = commit(number);
  return builds_has(now, &id);
}

/* ---- looking ---- */

/* A file of what was built, without the newline at its end. */
static void assert_built(const char *file, const char *expected)
{
  char *path = mem_format("%s/%s", result.folder, file), *text;
  size_t size;
  ck_assert_msg(!file_read(&text, &size, path, NULL), "no %s", path);
  if (size && text[size - 1] == '\n')
    text[size - 1] = '\0';
  ck_assert_str_eq(text, expected);
  free(text);
  free(path);
}

static void assert_lines(const char *command, const char *expected)
{
  char *output = shell_output(command);
  ck_assert_str_eq(output, expected);
  free(output);
}

/* What is left of a kind ("f", "d") whose name matches, all over the cache. */
static void assert_left(const char *kind, const char *pattern,
                        const char *expected)
{
  char *command =
      mem_format("find '%s' -type %s -name '%s' 2>/dev/null | wc -l",
                 cache_path, kind, pattern);
  assert_lines(command, expected);
  free(command);
}

/* Waits until a command has made this mark. */
static void await_mark(const char *name)
{
  char *command = mem_format("i=0; while [ ! -e $MARKS/%s ] && "
                             "[ $((i += 1)) -lt 500 ]; do sleep 0.02; done; "
                             "test -e $MARKS/%s",
                             name, name);
  free(shell_output(command));
  free(command);
}

/* How often the commands that make a mark have run. */
static void assert_runs(int expected)
{
  ck_assert_int_eq(hostile_entries(marks), expected);
}

static const char MARKING[] = "mktemp $MARKS/XXXXXX; sleep 0.05; "
                              "cp n {build}/cc";

static double seconds(void)
{
  struct timespec at;
  (void)clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

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

/* ---- the cache ---- */

START_TEST(test_builds__a_commit_is_built_once)
{
  restart_with(MARKING);
  get_done(1);
  get_done(1);
  uint64_t ms = result.ms;
  ck_assert(!result.cached && ms >= 50);
  restart_with(MARKING);
  get_done(1);
  ck_assert(result.cached && result.ms == ms);
  assert_built("cc", "1");
  assert_runs(1);
}
END_TEST

START_TEST(test_builds__the_one_not_used_for_longest_goes)
{
  const builds_options small = { .command =
                                     "head -c 1000000 /dev/urandom >{build}/cc",
                                 .cache_bytes = 2200000 };
  for (unsigned i = 1; i <= 2; i++) {
    restart(small);
    get_done(i);
  }
  restart(small);
  get_done(1);
  ck_assert(result.cached);
  restart(small);
  get_done(3);
  ck_assert_ptr_null(result.notice);
  ck_assert(has(1) && !has(2) && has(3));
}
END_TEST

START_TEST(test_builds__what_is_in_use_stays_and_that_is_said)
{
  const builds_options small = { .command =
                                     "head -c 1000000 /dev/urandom >{build}/cc",
                                 .cache_bytes = 1 << 20 };
  restart(small);
  get_done(1);
  ck_assert_ptr_null(result.notice);
  get_done(2);
  ck_assert_msg(result.notice && strstr(result.notice, "--build-cache-size"),
                "%s", result.notice);
  get_done(3);
  ck_assert_ptr_null(result.notice);
  ck_assert(has(1) && has(2) && has(3));
  restart(small);
  ck_assert(!has(1) && !has(2) && has(3));
}
END_TEST

START_TEST(test_builds__what_was_released_goes_before_what_is_in_use)
{
  const builds_options small = { .command =
                                     "head -c 1000000 /dev/urandom >{build}/cc",
                                 .cache_bytes = 2200000 };
  restart(small);
  get_done(1);
  get_done(2);
  object_id second = commit(2), third = commit(3);
  builds_release(now, &second);
  get_done(3);
  ck_assert_ptr_null(result.notice);
  ck_assert(has(1) && !has(2) && has(3));
  builds_release(now, &third);
  get_done(3);
  ck_assert(result.cached);
  get_done(2); /* built once more */
  ck_assert(!result.cached && has(1) && has(2) && has(3));
}
END_TEST

START_TEST(test_builds__what_is_not_of_our_making_stays)
{
  const builds_options small = { .command = "cp n {build}/cc",
                                 .cache_bytes = 1 };
  restart(small);
  get_done(1);
  char *command =
      mem_format("cd '%s' && mkdir -p trees/mine builds/mine && "
                 "touch trees/mine.lock trees/mine/x builds/mine/mine.lock "
                 "builds/mine/$(printf %%040d 0).lock && "
                 "find . -path '*mine*' | sort",
                 cache_path);
  char *before = shell_output(command);
  restart(small);
  ck_assert(!has(1));
  assert_lines(command, before);
  assert_left("f", "cc", "0");
  free(before);
  free(command);
}
END_TEST

START_TEST(test_builds__links_count_once)
{
  char *command = mem_format("cd '%s' && head -c 1000000 /dev/zero >a && "
                             "ln a b && ln a c && truncate -s 1G hole",
                             marks);
  free(shell_output(command));
  ck_assert_uint_gt(disk_usage(marks), 990000);
  ck_assert_uint_lt(disk_usage(marks), 1100000);
  free(command);
}
END_TEST

/* ---- several processes ---- */

/* Gets a build in another process; its exit status is 0 if it was done. */
static pid_t get_elsewhere(const builds_options *options, unsigned number)
{
  pid_t pid = fork();
  if (pid)
    return pid;
  builds_options own = *options;
  own.history = of;
  own.cache = cache_path;
  object_id id = commit(number);
  bool done = !builds_new(&now, &own, NULL) &&
              !builds_get(&result, now, &id, NULL) &&
              result.end == BUILD_DONE && path_exists(result.folder);
  build_result_dispose(&result);
  builds_free(now);
  _exit(!done);
}

START_TEST(test_builds__processes_share_what_one_of_them_builds)
{
  const builds_options slow = { .command = "mktemp $MARKS/XXXXXX; sleep 0.5; "
                                           "cp n {build}/cc" };
  pid_t first = get_elsewhere(&slow, 1), second = get_elsewhere(&slow, 1);
  int status;
  restart(slow);
  get_done(1);
  ck_assert(waitpid(first, &status, 0) == first && !status);
  ck_assert(waitpid(second, &status, 0) == second && !status);
  assert_runs(1);
}
END_TEST

START_TEST(test_builds__what_another_process_uses_stays)
{
  const char big[] = "head -c 1000000 /dev/urandom >{build}/cc; "
                     "test $(cat n) != 2 || sleep 1";
  const builds_options small = { .command = big, .cache_bytes = 1 << 19 };
  restart(small);
  get_done(1);
  pid_t other = get_elsewhere(&small, 2);
  int status;
  ck_assert(waitpid(other, &status, 0) == other && !status);
  ck_assert(has(1));
  restart(small);
  ck_assert(!has(1));
}
END_TEST

START_TEST(test_builds__what_a_kill_left_is_taken_over)
{
  const char *marker = hostile_marker();
  char *command =
      mem_format("touch {build}/half $MARKS/begun; test -e $MARKS/go || "
                 "sh -c 'sleep 100; :' %s; cp n {build}/cc",
                 marker);
  const builds_options options = { .command = command };
  pid_t owner = get_elsewhere(&options, 1);
  await_mark("begun");
  ck_assert(!kill(owner, SIGKILL) && waitpid(owner, NULL, 0) == owner);
  assert_left("f", "half", "1");
  free(shell_output("touch $MARKS/go"));
  restart(options);
  ck_assert_int_eq(hostile_count(marker), 0);
  assert_left("f", "half", "0");
  get_done(1);
  assert_left("f", "*.lock", "2"); /* of the build and of one checkout */
  free(command);
}
END_TEST

START_TEST(test_builds__who_waits_goes_on_when_the_builder_is_killed)
{
  const char *marker = hostile_marker();
  char *command = mem_format(
      "touch $MARKS/begun; test -e $MARKS/go || sh -c 'sleep 100; :' %s; "
      "cp n {build}/cc",
      marker);
  const builds_options options = { .command = command };
  pid_t owner = get_elsewhere(&options, 1);
  await_mark("begun");
  pid_t waits = get_elsewhere(&options, 1);
  free(shell_output("touch $MARKS/go; sleep 0.3"));
  ck_assert(!kill(owner, SIGKILL) && waitpid(owner, NULL, 0) == owner);
  int status;
  ck_assert(waitpid(waits, &status, 0) == waits && !status);
  ck_assert_int_eq(hostile_count(marker), 0);
  free(command);
}
END_TEST

/* ---- what can be wrong ---- */

START_TEST(test_builds__a_cache_that_cannot_be_is_told)
{
  char *file = mem_format("%s/file", top), *under = mem_format("%s/x", file);
  ck_assert(!file_write(file, "", 0, NULL));
  const char *const places[] = { file, under, "/proc/x" };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    rd_error err = { 0 };
    builds_options options = { .history = of,
                               .command = "true",
                               .cache = places[i] };
    ck_assert_int_eq(builds_new(&now, &options, &err), RD_ERR_IO);
    ck_assert_msg(strstr(err.message, places[i]) &&
                      strstr(err.message, "--build-cache"),
                  "%s", err.message);
  }
  free(file);
  free(under);
}
END_TEST

/* Whoever can write there chooses what is run. */
START_TEST(test_builds__a_cache_that_others_can_write_is_none)
{
  static const char *const folders[] = { "", "/builds", "/trees" };
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    restart_with("cp n {build}/cc");
    char *path = mem_format("%s%s", cache_path, folders[i]);
    ck_assert(!chmod(path, 0777));
    rd_error err = { 0 };
    builds *opened = NULL;
    builds_options options = { .history = of,
                               .command = "true",
                               .cache = cache_path };
    ck_assert_int_eq(builds_new(&opened, &options, &err), RD_ERR_IO);
    ck_assert_msg(strstr(err.message, path) &&
                      strstr(err.message, "open to everybody"),
                  "%s", err.message);
    ck_assert(!chmod(path, 0700));
    free(path);
  }
}
END_TEST

/* A lock is lost for a moment when it becomes a shared one. */
START_TEST(test_builds__a_lock_without_a_name_is_not_shared)
{
  char *file = mem_format("%s/item.lock", top),
       *stem = mem_format("%s/item", top);
  int lock = cache_lock(stem, false);
  ck_assert_int_ge(lock, 0);
  ck_assert(cache_share(stem, lock));
  ck_assert(!unlink(file));
  ck_assert(!cache_share(stem, lock));
  cache_unlock(lock);
  free(stem);
  free(file);
}
END_TEST

/* Each compiler that was handed out has a lock; builds have the user's limit. */
START_TEST(test_builds__there_is_room_for_many_locks)
{
  enum { FEW = 64, MANY = 200 };
  struct rlimit files;
  ck_assert(!getrlimit(RLIMIT_NOFILE, &files));
  files.rlim_cur = FEW;
  ck_assert(!setrlimit(RLIMIT_NOFILE, &files));
  restart_with("ulimit -Sn >{build}/files");
  int first = open("/dev/null", O_RDONLY | O_CLOEXEC), last = first;
  for (int i = 0; i < MANY && last >= 0; i++)
    last = fcntl(first, F_DUPFD_CLOEXEC, 0);
  ck_assert_int_ge(last, 0);
  get_done(1);
  assert_built("files", "64");
}
END_TEST

START_TEST(test_builds__its_place_is_where_caches_are)
{
  static const char *const names[] = { "CLANG_HDD_CACHE", "XDG_CACHE_HOME",
                                       "HOME" };
  static const char *const expected[] = { "/a", "/b/clang-hdd",
                                          "/c/.cache/clang-hdd" };
  ck_assert(!setenv(names[0], "/a", 1) && !setenv(names[1], "/b", 1) &&
            !setenv(names[2], "/c", 1));
  for (size_t i = 0; i < 3; i++) {
    char *place = builds_place();
    ck_assert_str_eq(place, expected[i]);
    free(place);
    ck_assert(!setenv(names[i], "", 1));
  }
  ck_assert_ptr_null(builds_place());
  rd_error err = { 0 };
  builds_options options = { .history = of, .command = "true" };
  ck_assert_int_eq(builds_new(&now, &options, &err), RD_ERR_NOTFOUND);
  ck_assert(strstr(err.message, "HOME"));
}
END_TEST

/* A file system of our own, in a name space of ours; false: not allowed here. */
static bool mount_small(const char *path, const char *options)
{
  char *users = mem_format("0 %d 1", (int)getuid());
  char *groups = mem_format("0 %d 1", (int)getgid());
  bool done = !unshare(CLONE_NEWUSER | CLONE_NEWNS) &&
              !file_write("/proc/self/setgroups", "deny", 4, NULL) &&
              !file_write("/proc/self/uid_map", users, strlen(users), NULL) &&
              !file_write("/proc/self/gid_map", groups, strlen(groups), NULL) &&
              !mount("none", path, "tmpfs", 0, options);
  free(users);
  free(groups);
  return done;
}

START_TEST(test_builds__a_full_disk_is_no_failure_of_the_commit)
{
  ck_assert(!mkdir(cache_path, 0700));
  if (!mount_small(cache_path, "size=4m"))
    return;
  restart_with("test $(cat n) != 3 || exit 1; "
               "head -c $(cat n)300000 /dev/zero >{build}/cc");
  get_done(1);
  ck_assert_int_eq(get(3), BUILD_FAILED);
  rd_error err = { 0 };
  ck_assert_int_eq(try_get(5, &err), RD_ERR_NOSPACE);
  ck_assert_msg(strstr(err.message, "--build-cache"), "%s", err.message);
  assert_left("f", "cc", "1");
  ck_assert_int_eq(get(3), BUILD_FAILED);
  restart_with("head -c 3000000 /dev/zero >{build}/cc");
  assert_left("f", "cc", "1");
  get_done(2); /* the other one has made room */
  assert_left("f", "cc", "1");
}
END_TEST

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
    &test_builds__a_commit_is_built_once,
    &test_builds__the_one_not_used_for_longest_goes,
    &test_builds__what_is_in_use_stays_and_that_is_said,
    &test_builds__what_was_released_goes_before_what_is_in_use,
    &test_builds__what_is_not_of_our_making_stays,
    &test_builds__links_count_once,
    &test_builds__processes_share_what_one_of_them_builds,
    &test_builds__what_another_process_uses_stays,
    &test_builds__what_a_kill_left_is_taken_over,
    &test_builds__who_waits_goes_on_when_the_builder_is_killed,
    &test_builds__a_cache_that_cannot_be_is_told,
    &test_builds__a_cache_that_others_can_write_is_none,
    &test_builds__a_lock_without_a_name_is_not_shared,
    &test_builds__there_is_room_for_many_locks,
    &test_builds__its_place_is_where_caches_are,
    &test_builds__a_full_disk_is_no_failure_of_the_commit,
    &test_builds__words_in_braces_are_replaced,
    &test_builds__the_reason_is_one_plain_line,
  };
  return run_fixture("builds", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
