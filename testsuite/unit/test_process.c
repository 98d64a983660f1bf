/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs of hostile commands: each ends as it should, and nothing of it is left
 * when rd_keeper_wait returns.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "hostile.h"
#include "keeper.h"
#include "run_tests.h"

static const uint64_t MIB = 1 << 20;

static rd_keeper *keeper;
static char *scratch;
static rd_run run;

static void set_up(void)
{
  rd_error err;
  ck_assert_msg(!rd_scratch_new(&scratch, &err), "%s", err.message);
  ck_assert_msg(!rd_keeper_new(&keeper, scratch, &err), "%s", err.message);
}

static void tear_down(void)
{
  rd_run_dispose(&run);
  rd_keeper_free(keeper);
  ck_assert_int_eq(access(scratch, F_OK), -1);
  free(scratch);
}

/* Runs `hostile mode argument marker` in the scratch folder. */
static void run_hostile(const char *mode, const char *argument,
                        const char *marker, rd_limits limits)
{
  const char *argv[] = { hostile_path(), mode, argument, marker, NULL };
  rd_run_spec spec = { .argv = argv, .directory = scratch, .limits = limits };
  rd_error err;
  rd_run_dispose(&run);
  ck_assert_msg(!rd_keeper_run(&run, keeper, &spec, &err), "%s", err.message);
}

static void run_words(const char *const *argv, const char *const *env,
                      const char *directory)
{
  rd_run_spec spec = { .argv = argv, .env = env, .directory = directory };
  rd_error err;
  rd_run_dispose(&run);
  ck_assert_msg(!rd_keeper_run(&run, keeper, &spec, &err), "%s", err.message);
}

/* The keeper, which must be the only descendant. */
static pid_t find_keeper(void)
{
  rd_descendant_list descendants = { 0 };
  rd_descendants_find(&descendants, 0, SIZE_MAX);
  pid_t pid = descendants.size == 1 ? descendants.data[0].pid : 0;
  ARRAY_FREE(&descendants);
  ck_assert_int_gt(pid, 0);
  return pid;
}

/* ---- how runs end ---- */

static const struct {
  const char *mode, *argument;
  rd_limits limits;
  rd_end end;
  int status;
} endings[] = {
  { "inspect", "", { 0 }, RD_END_EXIT, 0 },
  { "kill", "11", { 0 }, RD_END_SIGNAL, SIGSEGV },
  { "kill", "6", { 0 }, RD_END_SIGNAL, SIGABRT },
  { "kill", "9", { 0 }, RD_END_SIGNAL, SIGKILL },
  { "write", "", { .file_bytes = 4096 }, RD_END_SIGNAL, SIGXFSZ },
  { "sleep", "", { .wall_ms = 100 }, RD_END_WALL, 0 },
  { "ignore", "", { .wall_ms = 100 }, RD_END_WALL, 0 },
  { "stop", "", { .wall_ms = 100 }, RD_END_WALL, 0 },
  { "close", "", { .wall_ms = 100 }, RD_END_WALL, 0 },
  { "daemon", "", { 0 }, RD_END_EXIT, 0 },
  { "daemon-and-sleep", "", { .wall_ms = 100 }, RD_END_WALL, 0 },
  { "tree", "", { 0 }, RD_END_EXIT, 0 },
  { "chain", "", { 0 }, RD_END_EXIT, 0 },
  { "bomb", "300", { .wall_ms = 200 }, RD_END_WALL, 0 },
  { "bomb", "1500", { .wall_ms = 20000 }, RD_END_MEMORY, 0 },
  { "print", "", { .output_bytes = 1 << 16 }, RD_END_OUTPUT, 0 },
  { "print", "", { 0 }, RD_END_OUTPUT, 0 },
  { "print-bytes", "5000", { .output_bytes = 4999 }, RD_END_OUTPUT, 0 },
  { "print-bytes", "5000", { .output_bytes = 5000 }, RD_END_EXIT, 0 },
  { "spin", "", { .cpu_ms = 100 }, RD_END_CPU, 0 },
  { "spin-children", "", { .cpu_ms = 100 }, RD_END_CPU, 0 },
  { "allocate", "", { .memory_bytes = 100 << 20 }, RD_END_MEMORY, 0 },
  { "allocate", "16", { .memory_bytes = 500 << 20 }, RD_END_EXIT, 0 },
};
enum { ENDING_COUNT = sizeof endings / sizeof *endings };

START_TEST(test_process__hostile_run_ends_and_leaves_nothing)
{
  const char *marker = hostile_marker();
  run_hostile(endings[_i].mode, endings[_i].argument, marker,
              endings[_i].limits);
  ck_assert_int_eq(run.end, endings[_i].end);
  ck_assert_int_eq(run.status, endings[_i].status);
  ck_assert_int_eq(hostile_count(marker), 0);
  ck_assert_int_gt(find_keeper(), 0);
}
END_TEST

START_TEST(test_process__every_exit_status_arrives)
{
  for (int status = 0; status < 256; status++) {
    char text[16];
    (void)snprintf(text, sizeof text, "%d", status);
    run_hostile("exit", text, "", (rd_limits){ .wall_ms = 10000 });
    ck_assert_int_eq(run.end, RD_END_EXIT);
    ck_assert_int_eq(run.status, status);
  }
}
END_TEST

START_TEST(test_process__peak_that_no_look_saw_counts)
{
  run_hostile("allocate", "200", "", (rd_limits){ .memory_bytes = 150 * MIB });
  ck_assert_int_eq(run.end, RD_END_MEMORY);
  ck_assert_uint_gt(run.peak_bytes, 150 * MIB);
}
END_TEST

START_TEST(test_process__cpu_time_of_children_is_told)
{
  run_hostile("spin-children", "", "", (rd_limits){ .cpu_ms = 200 });
  ck_assert_uint_ge(run.cpu_ms, 190);
}
END_TEST

START_TEST(test_process__wall_time_is_told)
{
  run_hostile("sleep", "", "", (rd_limits){ .wall_ms = 150 });
  ck_assert_uint_ge(run.wall_ms, 150);
  ck_assert_uint_lt(run.wall_ms, 10000);
}
END_TEST

/* ---- starting ---- */

START_TEST(test_process__missing_program_does_not_start)
{
  run_words((const char *[]){ "/no/such/program", NULL }, NULL, NULL);
  ck_assert_int_eq(run.end, RD_END_NOSTART);
  ck_assert_int_eq(run.status, ENOENT);
  run_words((const char *[]){ "no-such-program-in-path", NULL }, NULL, NULL);
  ck_assert_int_eq(run.end, RD_END_NOSTART);
  ck_assert_int_eq(run.status, ENOENT);
  run_words((const char *[]){ "", NULL }, NULL, NULL);
  ck_assert_int_eq(run.end, RD_END_NOSTART);
  ck_assert_int_eq(run.status, ENOENT);
}
END_TEST

START_TEST(test_process__missing_directory_does_not_start)
{
  run_words((const char *[]){ "true", NULL }, NULL, "/no/such/folder");
  ck_assert_int_eq(run.end, RD_END_NOSTART);
  ck_assert_int_eq(run.status, ENOENT);
}
END_TEST

static void write_file(const char *name, const char *text, mode_t mode)
{
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/%s", scratch, name);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_ge(fputs(text, file), 0);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_int_eq(chmod(path, mode), 0);
}

START_TEST(test_process__file_that_is_no_program_does_not_start)
{
  write_file("plain", "exit 0\n", 0600);
  run_words((const char *[]){ "./plain", NULL }, NULL, scratch);
  ck_assert_int_eq(run.end, RD_END_NOSTART);
  ck_assert_int_eq(run.status, EACCES);
  write_file("headless", "exit 0\n", 0700);
  run_words((const char *[]){ "./headless", NULL }, NULL, scratch);
  ck_assert_int_eq(run.end, RD_END_NOSTART);
  ck_assert_int_eq(run.status, ENOEXEC);
}
END_TEST

START_TEST(test_process__run_after_a_failed_start_works)
{
  run_words((const char *[]){ "/no/such/program", NULL }, NULL, NULL);
  run_words((const char *[]){ "true", NULL }, NULL, NULL);
  ck_assert_int_eq(run.end, RD_END_EXIT);
  ck_assert_int_eq(run.status, 0);
}
END_TEST

START_TEST(test_process__program_is_found_in_the_new_path)
{
  char path[4096];
  write_file("tool", "#!/bin/sh\necho found\n", 0700);
  (void)snprintf(path, sizeof path, "PATH=/no/such:%s:/bin", scratch);
  run_words((const char *[]){ "tool", NULL }, (const char *[]){ path, NULL },
            NULL);
  ck_assert_str_eq(run.output, "found\n");
  run_words((const char *[]){ "tool", NULL },
            (const char *[]){ "PATH=:/bin", NULL }, scratch);
  ck_assert_str_eq(run.output, "found\n");
}
END_TEST

START_TEST(test_process__environment_changes_apply)
{
  ck_assert_int_eq(setenv("RD_TEST_OLD", "old", 1), 0);
  tear_down();
  set_up();
  const char *argv[] = { "sh", "-c", "echo \"$RD_TEST_OLD,$RD_TEST_NEW\"",
                         NULL };
  run_words(argv, NULL, NULL);
  ck_assert_str_eq(run.output, "old,\n");
  run_words(argv, (const char *[]){ "RD_TEST_NEW=a=b", "RD_TEST_OLD", NULL },
            NULL);
  ck_assert_str_eq(run.output, ",a=b\n");
}
END_TEST

START_TEST(test_process__directory_applies)
{
  run_words((const char *[]){ "pwd", NULL }, NULL, scratch);
  ck_assert_int_eq(run.output[run.output_size - 1], '\n');
  run.output[run.output_size - 1] = '\0';
  ck_assert_str_eq(run.output, scratch);
}
END_TEST

START_TEST(test_process__many_long_arguments_arrive)
{
  enum { COUNT = 20, SIZE = 50000 };
  const char *argv[COUNT + 4] = { "sh", "-c", "printf %s \"$*\" | wc -c" };
  char *word = mem_alloc(SIZE + 1, 1);
  memset(word, 'w', SIZE);
  for (int i = 0; i <= COUNT; i++)
    argv[3 + i] = i < COUNT ? word : NULL;
  run_words(argv, NULL, NULL);
  free(word);
  ck_assert_int_eq(atoi(run.output), (COUNT - 1) * (SIZE + 1) - 1);
}
END_TEST

/* ---- output ---- */

START_TEST(test_process__both_streams_are_kept_in_order_with_nuls)
{
  run_words((const char *[]){ "sh", "-c",
                              "printf 'a\\0b'; printf c >&2; printf d", NULL },
            NULL, NULL);
  ck_assert_uint_eq(run.output_size, 5);
  ck_assert_mem_eq(run.output, "a\0bcd", 6);
}
END_TEST

START_TEST(test_process__large_output_arrives_whole)
{
  run_hostile("print-bytes", "3000000", "", (rd_limits){ 0 });
  ck_assert_uint_eq(run.output_size, 3000000);
  ck_assert_uint_eq(strspn(run.output, "x"), 3000000);
}
END_TEST

START_TEST(test_process__too_much_output_is_cut)
{
  run_hostile("print", "", "", (rd_limits){ .output_bytes = MIB });
  ck_assert_uint_eq(run.output_size, MIB);
}
END_TEST

/* ---- output as it comes ---- */

static void start_shell(const char *script)
{
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  rd_run_spec spec = { .argv = argv, .directory = scratch };
  rd_error err;
  ck_assert_msg(!rd_keeper_start(keeper, &spec, &err), "%s", err.message);
}

/* Waits until the run has printed that many bytes or has ended. */
static bool await_output(size_t size)
{
  struct pollfd polled = { .fd = rd_keeper_fd(keeper), .events = POLLIN };
  bool ended = false;
  size_t got = 0;
  while (!ended && got < size) {
    ck_assert_int_eq(poll(&polled, 1, 10000), 1);
    ck_assert_int_eq(rd_keeper_read(&ended, keeper, NULL), RD_OK);
    (void)rd_keeper_output(&got, keeper);
  }
  return ended;
}

START_TEST(test_process__output_comes_while_the_run_goes_on)
{
  size_t size;
  start_shell("echo one; while ! test -e go; do sleep 0.01; done; echo two");
  ck_assert(!await_output(4));
  ck_assert_str_eq(rd_keeper_output(&size, keeper), "one\n");
  ck_assert_uint_eq(size, 4);
  write_file("go", "", 0600);
  ck_assert(await_output(SIZE_MAX));
  ck_assert_str_eq(rd_keeper_output(&size, keeper), "one\ntwo\n");
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_EXIT);
  ck_assert_str_eq(run.output, "one\ntwo\n");
  ck_assert_uint_eq(run.output_size, 8);
}
END_TEST

START_TEST(test_process__read_does_not_wait)
{
  bool ended = true;
  size_t size;
  start_shell("sleep 20");
  ck_assert_int_eq(rd_keeper_read(&ended, keeper, NULL), RD_OK);
  ck_assert(!ended);
  ck_assert_str_eq(rd_keeper_output(&size, keeper), "");
  ck_assert_uint_eq(size, 0);
}
END_TEST

START_TEST(test_process__cancelled_run_has_its_output_so_far)
{
  start_shell("echo crashed; sleep 20; echo more");
  ck_assert(!await_output(8));
  rd_keeper_cancel(keeper);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_CANCELLED);
  ck_assert_str_eq(run.output, "crashed\n");
  run_words((const char *[]){ "echo", "next", NULL }, NULL, NULL);
  ck_assert_str_eq(run.output, "next\n");
}
END_TEST

/* Starts a run that prints up to its limit, and waits until it does. */
static void start_printing(const char *marker, uint64_t limit)
{
  const char *argv[] = {
    "/bin/sh",      "-c",   ">begun; exec \"$0\" print \"\" \"$1\"",
    hostile_path(), marker, NULL
  };
  rd_run_spec spec = { .argv = argv,
                       .directory = scratch,
                       .limits = { .output_bytes = limit } };
  char path[4096];
  (void)snprintf(path, sizeof path, "%s/begun", scratch);
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  for (int i = 0; i < 2000 && access(path, F_OK); i++)
    (void)poll(NULL, 0, 5);
  ck_assert_int_eq(access(path, F_OK), 0);
}

/* An owner that takes nothing for a while does not keep the keeper from
 * seeing that a limit is reached. */
START_TEST(test_process__owner_that_does_not_read_stops_no_limit)
{
  const char *marker = hostile_marker();
  start_printing(marker, 8 * MIB);
  ck_assert(hostile_await_count(marker, 0));
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_OUTPUT);
  ck_assert_uint_eq(run.output_size, 8 * MIB);
}
END_TEST

START_TEST(test_process__free_ends_a_run_whose_output_nobody_took)
{
  const char *marker = hostile_marker();
  start_printing(marker, 0);
  rd_keeper_free(keeper);
  keeper = NULL;
  ck_assert_int_eq(hostile_count(marker), 0);
}
END_TEST

/* ---- cancelling and waiting ---- */

START_TEST(test_process__cancelled_run_ends_at_once)
{
  const char *argv[] = { hostile_path(), "ignore", NULL };
  rd_run_spec spec = { .argv = argv };
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  struct pollfd polled = { .fd = rd_keeper_fd(keeper), .events = POLLIN };
  ck_assert_int_eq(poll(&polled, 1, 50), 0);
  rd_keeper_cancel(keeper);
  ck_assert_int_eq(poll(&polled, 1, 5000), 1);
  ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_CANCELLED);
}
END_TEST

static void run_script(const char *script)
{
  const char *argv[] = { "sh", "-c", script, NULL };
  rd_run_spec spec = { .argv = argv, .directory = scratch };
  spec.limits.wall_ms = 500;
  rd_run_dispose(&run);
  ck_assert_int_eq(rd_keeper_run(&run, keeper, &spec, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_WALL);
}

START_TEST(test_process__run_that_is_cut_may_tidy_up)
{
  char *path = mem_format("%s/mine", scratch);
  run_script(": >mine; trap 'rm mine; exit' TERM; while :; do sleep 1; done");
  ck_assert_int_eq(access(path, F_OK), -1);
  /* So may a process that the leader waits for. */
  run_script("(: >mine; trap 'rm mine; exit' TERM; while :; do sleep 1; done); "
             "exit 1");
  ck_assert_int_eq(access(path, F_OK), -1);
  free(path);
}
END_TEST

START_TEST(test_process__handler_that_goes_on_ends_too)
{
  run_script("trap : TERM; while :; do sleep 1; done");
  ck_assert_int_gt(find_keeper(), 0);
}
END_TEST

START_TEST(test_process__late_cancel_does_not_hit_the_next_run)
{
  const char *argv[] = { "true", NULL };
  rd_run_spec spec = { .argv = argv };
  for (int i = 0; i < 20; i++) {
    ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
    struct pollfd polled = { .fd = rd_keeper_fd(keeper), .events = POLLIN };
    ck_assert_int_eq(poll(&polled, 1, 5000), 1);
    rd_keeper_cancel(keeper);
    ck_assert_int_eq(rd_keeper_wait(&run, keeper, NULL), RD_OK);
    ck_assert_int_eq(run.end, RD_END_EXIT);
    rd_run_dispose(&run);
  }
}
END_TEST

START_TEST(test_process__free_ends_a_run)
{
  const char *marker = hostile_marker();
  const char *argv[] = { hostile_path(), "daemon-and-sleep", "", marker, NULL };
  rd_run_spec spec = { .argv = argv };
  ck_assert_int_eq(rd_keeper_start(keeper, &spec, NULL), RD_OK);
  ck_assert(hostile_await_count(marker, 2));
  rd_keeper_free(keeper);
  keeper = NULL;
  ck_assert_int_eq(hostile_count(marker), 0);
  ck_assert_int_eq(access(scratch, F_OK), -1);
}
END_TEST

/* ---- tidiness ---- */

START_TEST(test_process__runs_leak_no_descriptors_and_no_zombies)
{
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%d/fd", (int)find_keeper());
  run_words((const char *[]){ "true", NULL }, NULL, NULL);
  int own = hostile_entries("/proc/self/fd"), its = hostile_entries(path);
  for (int i = 0; i < 100; i++)
    run_words((const char *[]){ "true", NULL }, NULL, NULL);
  ck_assert_int_eq(hostile_entries("/proc/self/fd"), own);
  ck_assert_int_eq(hostile_entries(path), its);
  ck_assert_int_gt(find_keeper(), 0);
}
END_TEST

START_TEST(test_process__litter_is_wiped_and_links_are_not_followed)
{
  const char *argv[] = { hostile_path(), "litter", "3000", NULL };
  rd_run_spec spec = { .argv = argv, .directory = scratch, .wipe = scratch };
  ck_assert_int_eq(rd_keeper_run(&run, keeper, &spec, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_EXIT);
  ck_assert_int_eq(run.status, 0);
  ck_assert_int_eq(hostile_entries(scratch), 0);
  ck_assert_int_eq(access(hostile_path(), X_OK), 0);
}
END_TEST

/* ---- deaths ---- */

START_TEST(test_process__terminal_signals_do_not_disturb_a_run)
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

START_TEST(test_process__death_of_the_keeper_is_told_and_ends_the_run)
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
START_TEST(test_process__cancellation_waits_for_room)
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
START_TEST(test_process__stopped_keeper_that_dies_leaves_no_group)
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

START_TEST(test_process__stopped_keeper_is_freed)
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

START_TEST(test_process__killed_owner_leaves_nothing)
{
  check_killed_owner(false);
}
END_TEST

START_TEST(test_process__killed_owner_with_a_leaked_socket)
{
  check_killed_owner(true);
}
END_TEST

START_TEST(test_process__keepers_do_not_keep_each_other)
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

static void add_endings(TCase *tcase)
{
  tcase_add_loop_test(tcase, test_process__hostile_run_ends_and_leaves_nothing,
                      0, ENDING_COUNT);
  tcase_add_test(tcase, test_process__every_exit_status_arrives);
  tcase_add_test(tcase, test_process__peak_that_no_look_saw_counts);
  tcase_add_test(tcase, test_process__cpu_time_of_children_is_told);
  tcase_add_test(tcase, test_process__wall_time_is_told);
}

static void add_starts(TCase *tcase)
{
  tcase_add_test(tcase, test_process__missing_program_does_not_start);
  tcase_add_test(tcase, test_process__missing_directory_does_not_start);
  tcase_add_test(tcase, test_process__file_that_is_no_program_does_not_start);
  tcase_add_test(tcase, test_process__run_after_a_failed_start_works);
  tcase_add_test(tcase, test_process__program_is_found_in_the_new_path);
  tcase_add_test(tcase, test_process__environment_changes_apply);
  tcase_add_test(tcase, test_process__directory_applies);
  tcase_add_test(tcase, test_process__many_long_arguments_arrive);
  tcase_add_test(tcase, test_process__both_streams_are_kept_in_order_with_nuls);
  tcase_add_test(tcase, test_process__large_output_arrives_whole);
  tcase_add_test(tcase, test_process__too_much_output_is_cut);
}

static void add_streams(TCase *tcase)
{
  tcase_add_test(tcase, test_process__output_comes_while_the_run_goes_on);
  tcase_add_test(tcase, test_process__read_does_not_wait);
  tcase_add_test(tcase, test_process__cancelled_run_has_its_output_so_far);
  tcase_add_test(tcase, test_process__owner_that_does_not_read_stops_no_limit);
  tcase_add_test(tcase, test_process__free_ends_a_run_whose_output_nobody_took);
}

static void add_ends(TCase *tcase)
{
  tcase_add_test(tcase, test_process__cancelled_run_ends_at_once);
  tcase_add_test(tcase, test_process__run_that_is_cut_may_tidy_up);
  tcase_add_test(tcase, test_process__handler_that_goes_on_ends_too);
  tcase_add_test(tcase, test_process__late_cancel_does_not_hit_the_next_run);
  tcase_add_test(tcase, test_process__free_ends_a_run);
  tcase_add_test(tcase, test_process__runs_leak_no_descriptors_and_no_zombies);
  tcase_add_test(tcase,
                 test_process__litter_is_wiped_and_links_are_not_followed);
  tcase_add_test(tcase, test_process__terminal_signals_do_not_disturb_a_run);
  tcase_add_test(tcase, test_process__cancellation_waits_for_room);
  tcase_add_test(tcase,
                 test_process__death_of_the_keeper_is_told_and_ends_the_run);
  tcase_add_test(tcase, test_process__stopped_keeper_is_freed);
  tcase_add_test(tcase, test_process__stopped_keeper_that_dies_leaves_no_group);
  tcase_add_test(tcase, test_process__keepers_do_not_keep_each_other);
}

int main(void)
{
  Suite *suite = suite_create("process");
  TCase *tcase = tcase_create("runs");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  add_endings(tcase);
  add_starts(tcase);
  add_streams(tcase);
  add_ends(tcase);
  suite_add_tcase(suite, tcase);
  TCase *owners = tcase_create("owners");
  tcase_add_test(owners, test_process__killed_owner_leaves_nothing);
  tcase_add_test(owners, test_process__killed_owner_with_a_leaked_socket);
  suite_add_tcase(suite, owners);
  return run_suite(suite);
}
