/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cache of builds: what it keeps, how processes share it, and what can fail in
 * it. */
#include "builds_fixture.h"

/* ---- the cache ---- */

START_TEST(test_builds_cache__a_commit_is_built_once)
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

START_TEST(test_builds_cache__the_one_not_used_for_longest_goes)
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

START_TEST(test_builds_cache__what_is_in_use_stays_and_that_is_said)
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

START_TEST(test_builds_cache__what_was_released_goes_before_what_is_in_use)
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

START_TEST(test_builds_cache__what_is_not_of_our_making_stays)
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

START_TEST(test_builds_cache__links_count_once)
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

START_TEST(test_builds_cache__processes_share_what_one_of_them_builds)
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

START_TEST(test_builds_cache__what_another_process_uses_stays)
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

START_TEST(test_builds_cache__what_a_kill_left_is_taken_over)
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

START_TEST(test_builds_cache__who_waits_goes_on_when_the_builder_is_killed)
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

START_TEST(test_builds_cache__a_cache_that_cannot_be_is_told)
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
START_TEST(test_builds_cache__a_cache_that_others_can_write_is_none)
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
START_TEST(test_builds_cache__a_lock_without_a_name_is_not_shared)
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
START_TEST(test_builds_cache__there_is_room_for_many_locks)
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

START_TEST(test_builds_cache__its_place_is_where_caches_are)
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

START_TEST(test_builds_cache__a_full_disk_is_no_failure_of_the_commit)
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

int main(void)
{
  static const fixture_test tests[] = {
    &test_builds_cache__a_commit_is_built_once,
    &test_builds_cache__the_one_not_used_for_longest_goes,
    &test_builds_cache__what_is_in_use_stays_and_that_is_said,
    &test_builds_cache__what_was_released_goes_before_what_is_in_use,
    &test_builds_cache__what_is_not_of_our_making_stays,
    &test_builds_cache__links_count_once,
    &test_builds_cache__processes_share_what_one_of_them_builds,
    &test_builds_cache__what_another_process_uses_stays,
    &test_builds_cache__what_a_kill_left_is_taken_over,
    &test_builds_cache__who_waits_goes_on_when_the_builder_is_killed,
    &test_builds_cache__a_cache_that_cannot_be_is_told,
    &test_builds_cache__a_cache_that_others_can_write_is_none,
    &test_builds_cache__a_lock_without_a_name_is_not_shared,
    &test_builds_cache__there_is_room_for_many_locks,
    &test_builds_cache__its_place_is_where_caches_are,
    &test_builds_cache__a_full_disk_is_no_failure_of_the_commit,
  };
  return run_fixture("builds_cache", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
