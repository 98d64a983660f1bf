/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Private folders are private, and go away whatever is in them. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "hostile.h"
#include "keeper.h"
#include "run_tests.h"

static char *top;

static void set_up(void)
{
  rd_error err;
  ck_assert_msg(!rd_scratch_new(&top, &err), "%s", err.message);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  ck_assert_int_eq(access(top, F_OK), -1);
  free(top);
}

static const char *below(const char *name)
{
  static char path[4096];
  (void)snprintf(path, sizeof path, "%s/%s", top, name);
  return path;
}

static void put(const char *name)
{
  int fd = open(below(name), O_WRONLY | O_CREAT, 0600);
  ck_assert_int_ge(fd, 0);
  (void)close(fd);
}

START_TEST(test_scratch__folder_is_private_and_absolute)
{
  struct stat info;
  ck_assert_int_eq(top[0], '/');
  ck_assert_int_eq(stat(top, &info), 0);
  ck_assert(S_ISDIR(info.st_mode));
  ck_assert_uint_eq(info.st_mode & 07777, 0700);
}
END_TEST

START_TEST(test_scratch__two_folders_differ)
{
  char *other;
  ck_assert_int_eq(rd_scratch_new(&other, NULL), RD_OK);
  ck_assert_str_ne(top, other);
  rd_scratch_remove(other);
  free(other);
}
END_TEST

START_TEST(test_scratch__removing_what_is_missing_is_fine)
{
  rd_scratch_remove(below("nothing"));
  rd_scratch_remove("/no/such/folder");
  ck_assert_int_eq(access(top, F_OK), 0);
}
END_TEST

START_TEST(test_scratch__wipe_keeps_the_folder)
{
  put("a");
  put(".b");
  ck_assert_int_eq(mkdir(below("c"), 0700), 0);
  put("c/d");
  rd_scratch_wipe(top);
  ck_assert_int_eq(hostile_entries(top), 0);
}
END_TEST

START_TEST(test_scratch__only_a_folder_is_wiped)
{
  ck_assert_int_eq(mkdir(below("real"), 0700), 0);
  put("real/kept");
  put("file");
  ck_assert_int_eq(symlink("real", below("link")), 0);
  rd_scratch_wipe(below("link"));
  rd_scratch_wipe(below("file"));
  rd_scratch_wipe(below("missing"));
  ck_assert_int_eq(hostile_entries(below("real")), 1);
  ck_assert_int_eq(chmod(below("real"), 0755), 0);
  rd_scratch_wipe(below("real"));
  ck_assert_int_eq(hostile_entries(below("real")), 0);
}
END_TEST

START_TEST(test_scratch__links_are_not_followed)
{
  ck_assert_int_eq(mkdir(below("kept"), 0700), 0);
  put("kept/file");
  ck_assert_int_eq(mkdir(below("wiped"), 0700), 0);
  ck_assert_int_eq(symlink("../kept", below("wiped/link")), 0);
  ck_assert_int_eq(symlink("kept", below("top")), 0);
  rd_scratch_remove(below("wiped"));
  rd_scratch_wipe(below("top"));
  ck_assert_int_eq(access(below("wiped"), F_OK), -1);
  ck_assert_int_eq(access(below("kept/file"), F_OK), 0);
}
END_TEST

/* Many names that the moves upward would choose are taken. */
START_TEST(test_scratch__taken_names_do_not_disturb)
{
  ck_assert_int_eq(mkdir(below(".moved-0"), 0700), 0);
  put(".moved-0/file");
  put(".moved-1");
  ck_assert_int_eq(mkdir(below("a"), 0700), 0);
  for (int i = 0; i < 300; i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "a/%d", i);
    ck_assert_int_eq(mkdir(below(name), 0700), 0);
    (void)snprintf(name, sizeof name, "a/%d/file", i);
    put(name);
  }
  rd_scratch_wipe(top);
  ck_assert_int_eq(hostile_entries(top), 0);
}
END_TEST

static int litter_and_remove(int program)
{
  if (mkdir(below("work"), 0700) || chdir(below("work")))
    return 3;
  pid_t pid = fork();
  if (!pid) {
    char *argv[] = { "hostile", "litter", "3000", NULL };
    (void)fexecve(program, argv, environ);
    _exit(4);
  }
  int status;
  if (waitpid(pid, &status, 0) != pid || status || chmod(below("work"), 0))
    return 5;
  rd_scratch_remove(below("work"));
  return access(below("work"), F_OK) ? 0 : 6;
}

/* In a child that is not root, whom no mode stops. */
START_TEST(test_scratch__shut_and_deep_folders_go_away)
{
  int program = open(hostile_path(), O_RDONLY | O_CLOEXEC);
  ck_assert_int_eq(chmod(top, 0777), 0);
  pid_t pid = fork();
  if (!pid) {
    bool root = !getuid();
    _exit(root && (setgid(65534) || setuid(65534))
              ? 2
              : litter_and_remove(program));
  }
  int status;
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  ck_assert_int_eq(status, 0);
  (void)close(program);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scratch");
  TCase *tcase = tcase_create("scratch");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, test_scratch__folder_is_private_and_absolute);
  tcase_add_test(tcase, test_scratch__two_folders_differ);
  tcase_add_test(tcase, test_scratch__removing_what_is_missing_is_fine);
  tcase_add_test(tcase, test_scratch__wipe_keeps_the_folder);
  tcase_add_test(tcase, test_scratch__only_a_folder_is_wiped);
  tcase_add_test(tcase, test_scratch__links_are_not_followed);
  tcase_add_test(tcase, test_scratch__taken_names_do_not_disturb);
  tcase_add_test(tcase, test_scratch__shut_and_deep_folders_go_away);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
