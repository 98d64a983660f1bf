/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command oracle with commands that misbehave or cannot run, and on a full
 * disk. */
#include "oracle_command_fixture.h"

/* ---- verdicts of runs that misbehave ---- */

static const struct {
  const char *mode, *argument;
  rd_limits limits;
  rd_verdict verdict;
} rows[] = {
  { "kill", "11", { 0 }, RD_UNINTERESTING },
  { "ignore", "", { .wall_ms = 100 }, RD_TIMEOUT },
  { "spin", "", { .cpu_ms = 100 }, RD_TIMEOUT },
  { "print", "", { .output_bytes = 100000 }, RD_RESOURCE_OUT },
  { "allocate", "", { .memory_bytes = 100 << 20 }, RD_RESOURCE_OUT },
  { "write", "", { .file_bytes = 4096 }, RD_RESOURCE_OUT },
  { "litter", "500", { 0 }, RD_INTERESTING },
  { "daemon", "", { 0 }, RD_INTERESTING },
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

START_TEST(test_oracle_command_errors__misbehaviour_is_a_verdict)
{
  const char *marker = hostile_marker();
  open_oracle((const char *[]){ hostile_path(), rows[_i].mode,
                                rows[_i].argument, marker, NULL },
              rows[_i].limits);
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(ask("x"), rows[_i].verdict);
    ck_assert_int_eq(hostile_count(marker), 0);
    ck_assert_int_eq(hostile_entries(below("000")), 0);
  }
}
END_TEST

START_TEST(test_oracle_command_errors__folder_that_was_swapped_is_made_anew)
{
  open_shell("mv \"$1/000\" \"$1/gone.$$\" && ln -s / \"$1/000\"",
             (rd_limits){ 0 });
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(ask("x"), RD_INTERESTING);
  ck_assert_int_eq(access(hostile_path(), X_OK), 0);
}
END_TEST

START_TEST(test_oracle_command_errors__timeout_counts_after_one_longer_repeat)
{
  const char *script = "grep -q a a.c && echo x >>\"$1/log\" && sleep 3";
  open_shell(script, (rd_limits){ .wall_ms = 2000 });
  ck_assert_int_eq(ask("a"), RD_INTERESTING);
  struct stat info;
  ck_assert_int_eq(stat(below("log"), &info), 0);
  ck_assert_int_eq(info.st_size, 4); /* two runs */
  open_shell("echo x >>\"$1/log\"; sleep 5", (rd_limits){ .wall_ms = 1000 });
  ck_assert_int_eq(ask("a"), RD_TIMEOUT);
  ck_assert_int_eq(stat(below("log"), &info), 0);
  ck_assert_int_eq(info.st_size, 8);
}
END_TEST

/* ---- errors ---- */

START_TEST(test_oracle_command_errors__missing_program_is_an_error)
{
  open_oracle((const char *[]){ "no-such-program", NULL }, (rd_limits){ 0 });
  ck_assert_int_eq(ask_status("x", 1), RD_ERR_NOTFOUND);
  ck_assert_str_eq(err.message,
                   "cannot run no-such-program: No such file or directory");
}
END_TEST

static void make_script(const char *name, const char *text, mode_t mode)
{
  FILE *file = fopen(below(name), "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_ge(fputs(text, file), 0);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_int_eq(chmod(below(name), mode), 0);
  open_oracle((const char *[]){ below(name), NULL }, (rd_limits){ 0 });
}

START_TEST(test_oracle_command_errors__script_that_cannot_run_is_an_error)
{
  make_script("a", "#!/bin/sh\n", 0600);
  ck_assert_int_eq(ask_status("x", 1), RD_ERR_NOTFOUND);
  ck_assert_ptr_nonnull(strstr(err.message, "is it executable?"));
  make_script("b", "exit 0\n", 0700);
  ck_assert_int_eq(ask_status("x", 1), RD_ERR_NOTFOUND);
  ck_assert_ptr_nonnull(strstr(err.message, "#!/bin/sh"));
}
END_TEST

/* Valgrind ends a process whose interpreter is missing. */
START_TEST(test_oracle_command_errors__missing_interpreter_is_an_error)
{
  const char *preload = getenv("LD_PRELOAD");
  if (preload && strstr(preload, "vgpreload"))
    return;
  make_script("c", "#!/no/such/shell\n", 0700);
  ck_assert_int_eq(ask_status("x", 1), RD_ERR_NOTFOUND);
  ck_assert_ptr_nonnull(strstr(err.message, "interpreter"));
}
END_TEST

START_TEST(test_oracle_command_errors__bad_names_are_refused)
{
  const char *names[] = { "", ".", "..", "a/b.c" };
  const char *argv[] = { "true", NULL };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    rd_command command = { .argv = argv,
                           .file_name = names[i],
                           .directory = top };
    ck_assert_int_eq(rd_command_oracle_new(&oracle, &command, &err),
                     RD_ERR_INVALID);
  }
  rd_command command = { .argv = argv,
                         .file_name = "a.c",
                         .directory = below("missing") };
  ck_assert_int_eq(rd_command_oracle_new(&oracle, &command, &err), RD_ERR_IO);
}
END_TEST

START_TEST(test_oracle_command_errors__death_of_the_keeper_is_an_error)
{
  open_oracle((const char *[]){ hostile_path(), "kill-parent", NULL },
              (rd_limits){ 0 });
  ck_assert_int_eq(ask_status("x", 1), RD_ERR_DIED);
  ck_assert_int_eq(ask_status("x", 1), RD_ERR_DIED);
}
END_TEST

/* ---- a full disk, in a child with a small tmpfs of its own ---- */

enum { CANNOT_MOUNT = 77 };

/* Exit status 0: a text of so many bytes beside `taken` ones gives `wanted`. */
static _Noreturn void use_small_disk(size_t size, size_t taken,
                                     rd_status wanted)
{
  if (!may_mount() || mount("tmpfs", top, "tmpfs", 0, "size=512k"))
    _exit(CANNOT_MOUNT);
  char *text = mem_alloc(1 << 20, 1);
  int fd = open(below("taken"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (write(fd, text, taken) != (ssize_t)taken || close(fd))
    _exit(3);
  open_shell("exit 1", (rd_limits){ 0 });
  rd_status status = ask_status(text, size);
  rd_command_oracle_free(oracle);
  free(text);
  _exit(status == wanted ? 0 : 4);
}

static const struct {
  size_t size, taken;
  rd_status wanted;
} disks[] = {
  { 1 << 20, 0, RD_ERR_NOSPACE },    /* the text does not fit */
  { 10, 480 << 10, RD_ERR_NOSPACE }, /* hardly anything else does */
  { 1000, 100 << 10, RD_OK },
};
enum { DISK_COUNT = sizeof disks / sizeof *disks };

START_TEST(test_oracle_command_errors__full_disk_is_an_error)
{
  pid_t pid = fork();
  if (!pid)
    use_small_disk(disks[_i].size, disks[_i].taken, disks[_i].wanted);
  int status;
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  ck_assert(WIFEXITED(status));
  ck_assert(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == CANNOT_MOUNT);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_oracle_command_errors__folder_that_was_swapped_is_made_anew,
    &test_oracle_command_errors__timeout_counts_after_one_longer_repeat,
    &test_oracle_command_errors__missing_program_is_an_error,
    &test_oracle_command_errors__script_that_cannot_run_is_an_error,
    &test_oracle_command_errors__missing_interpreter_is_an_error,
    &test_oracle_command_errors__bad_names_are_refused,
    &test_oracle_command_errors__death_of_the_keeper_is_an_error,
  };
  Suite *suite = suite_create("oracle_command_errors");
  TCase *tcase = tcase_create("oracle_command_errors");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_loop_test(tcase,
                      test_oracle_command_errors__misbehaviour_is_a_verdict, 0,
                      ROW_COUNT);
  tcase_add_loop_test(tcase, test_oracle_command_errors__full_disk_is_an_error,
                      0, DISK_COUNT);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, *tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
