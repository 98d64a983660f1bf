/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs of hostile commands: each ends as it should, and nothing of it is left
 * when rd_keeper_wait returns.
 */
#include "process_fixture.h"

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
  { "bomb", "1500", { .wall_ms = 20000 }, RD_END_PROCESSES, 0 },
  { "print", "", { .output_bytes = 1 << 16 }, RD_END_OUTPUT, 0 },
  { "print", "", { 0 }, RD_END_OUTPUT, 0 },
  { "print-bytes", "5000", { .output_bytes = 4999 }, RD_END_EXIT, 0 },
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

START_TEST(test_process__end_of_a_long_output_is_kept)
{
  const char *argv[] = { "/bin/sh", "-c",
                         "head -c 100000000 /dev/zero; echo crash", NULL };
  rd_run_spec spec = { .argv = argv, .limits = { .output_bytes = MIB } };
  ck_assert_int_eq(rd_keeper_run(&run, keeper, &spec, NULL), RD_OK);
  ck_assert_int_eq(run.end, RD_END_EXIT);
  ck_assert_uint_eq(run.output_size, MIB);
  ck_assert_str_eq(run.output + run.output_size - 6, "crash\n");
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

int main(void)
{
  static const fixture_test tests[] = {
    &test_process__every_exit_status_arrives,
    &test_process__peak_that_no_look_saw_counts,
    &test_process__cpu_time_of_children_is_told,
    &test_process__wall_time_is_told,
    &test_process__missing_program_does_not_start,
    &test_process__missing_directory_does_not_start,
    &test_process__file_that_is_no_program_does_not_start,
    &test_process__run_after_a_failed_start_works,
    &test_process__program_is_found_in_the_new_path,
    &test_process__environment_changes_apply,
    &test_process__directory_applies,
    &test_process__many_long_arguments_arrive,
    &test_process__both_streams_are_kept_in_order_with_nuls,
    &test_process__large_output_arrives_whole,
    &test_process__too_much_output_is_cut,
    &test_process__end_of_a_long_output_is_kept,
    &test_process__runs_leak_no_descriptors_and_no_zombies,
    &test_process__litter_is_wiped_and_links_are_not_followed,
  };
  Suite *suite = suite_create("process");
  TCase *tcase = tcase_create("process");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_loop_test(tcase, test_process__hostile_run_ends_and_leaves_nothing,
                      0, ENDING_COUNT);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, *tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
