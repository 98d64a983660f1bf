/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Descendants are found with what they use, in both ways. */
#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "hostile.h"
#include "keeper.h"
#include "run_tests.h"

static void (*const finders[])(rd_descendant_list *out, int signal,
                               size_t most) = { rd_descendants_find,
                                                rd_descendants_find_by_parent };
enum { FINDER_COUNT = 2 };

static void await_end(void)
{
  (void)sleep(20);
  _exit(0);
}

/* A child with a child; both sleep. */
static pid_t start_family(void)
{
  int ends[2];
  char byte;
  ck_assert_int_eq(pipe(ends), 0);
  pid_t pid = fork();
  ck_assert_int_ge(pid, 0);
  if (!pid) {
    if (!fork())
      (void)!write(ends[1], "", 1);
    await_end();
  }
  ck_assert_int_eq(read(ends[0], &byte, 1), 1);
  (void)close(ends[0]);
  (void)close(ends[1]);
  return pid;
}

static void end_all(rd_descendant_list *descendants)
{
  for (size_t i = descendants->size; i-- > 0;)
    (void)kill(descendants->data[i].pid, SIGKILL);
  (void)waitpid(descendants->data[0].pid, NULL, 0);
  ARRAY_FREE(descendants);
}

START_TEST(test_descendants__grandchildren_are_found_after_their_parents)
{
  pid_t pid = start_family();
  rd_descendant_list descendants = { 0 };
  finders[_i](&descendants, 0, SIZE_MAX);
  ck_assert_uint_eq(descendants.size, 2);
  ck_assert_int_eq(descendants.data[0].pid, pid);
  ck_assert_int_eq(descendants.data[0].parent, getpid());
  ck_assert_int_eq(descendants.data[1].parent, pid);
  ck_assert_uint_gt(descendants.data[0].bytes, 0);
  end_all(&descendants);
}
END_TEST

START_TEST(test_descendants__walk_ends_when_enough_are_found)
{
  (void)start_family();
  rd_descendant_list descendants = { 0 }, some = { 0 };
  finders[_i](&some, 0, 0);
  ck_assert_uint_eq(some.size, 1);
  finders[_i](&descendants, 0, SIZE_MAX);
  ck_assert_uint_eq(descendants.size, 2);
  end_all(&descendants);
  ARRAY_FREE(&some);
}
END_TEST

START_TEST(test_descendants__signal_reaches_all)
{
  (void)start_family();
  rd_descendant_list descendants = { 0 };
  finders[_i](&descendants, SIGSTOP, SIZE_MAX);
  ck_assert_uint_eq(descendants.size, 2);
  for (int i = 0; i < 1000; i++) {
    finders[_i](&descendants, 0, SIZE_MAX);
    if (descendants.data[0].state == 'T' && descendants.data[1].state == 'T')
      break;
    (void)poll(NULL, 0, 2);
  }
  ck_assert_int_eq(descendants.data[0].state, 'T');
  ck_assert_int_eq(descendants.data[1].state, 'T');
  end_all(&descendants);
}
END_TEST

static void *fork_in_thread(void *out)
{
  pid_t pid = fork();
  if (!pid)
    await_end();
  *(pid_t *)out = pid;
  (void)pause();
  return NULL;
}

/* A child whose second thread has a child. */
static void be_threaded(int tell)
{
  pthread_t thread;
  pid_t pid = 0;
  (void)pthread_create(&thread, NULL, fork_in_thread, &pid);
  while (!__atomic_load_n(&pid, __ATOMIC_ACQUIRE))
    (void)poll(NULL, 0, 1);
  (void)!write(tell, &pid, sizeof pid);
  await_end();
}

START_TEST(test_descendants__children_of_threads_are_found)
{
  int ends[2];
  pid_t grandchild;
  ck_assert_int_eq(pipe(ends), 0);
  if (!fork())
    be_threaded(ends[1]);
  ck_assert_int_eq(read(ends[0], &grandchild, sizeof grandchild),
                   (int)sizeof grandchild);
  rd_descendant_list descendants = { 0 };
  finders[_i](&descendants, 0, SIZE_MAX);
  ck_assert_uint_eq(descendants.size, 2);
  ck_assert_uint_eq(descendants.data[0].threads, 2);
  ck_assert_int_eq(descendants.data[1].pid, grandchild);
  end_all(&descendants);
  (void)close(ends[0]);
  (void)close(ends[1]);
}
END_TEST

START_TEST(test_descendants__name_with_parentheses_does_not_confuse)
{
  char folder[] = "/tmp/reduce-test-XXXXXX", path[128];
  ck_assert_ptr_nonnull(mkdtemp(folder));
  (void)snprintf(path, sizeof path, "%s/a) R 1 2 (", folder);
  ck_assert_int_eq(symlink(hostile_path(), path), 0);
  int ends[2];
  ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
  pid_t pid = fork();
  if (!pid) {
    (void)execl(path, path, "sleep", (char *)NULL);
    _exit(1);
  }
  (void)close(ends[1]);
  ck_assert_int_eq(read(ends[0], path, 1), 0); /* it is executing */
  (void)close(ends[0]);
  rd_descendant_list descendants = { 0 };
  finders[_i](&descendants, 0, SIZE_MAX);
  ck_assert_uint_eq(descendants.size, 1);
  ck_assert_int_eq(descendants.data[0].parent, getpid());
  end_all(&descendants);
  rd_scratch_remove(folder);
  ck_assert_int_gt(pid, 0);
}
END_TEST

START_TEST(test_descendants__nobody_is_found_when_there_is_none)
{
  rd_descendant_list descendants = { 0 };
  finders[_i](&descendants, 0, SIZE_MAX);
  ck_assert_uint_eq(descendants.size, 0);
  ARRAY_FREE(&descendants);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("descendants");
  TCase *tcase = tcase_create("descendants");
  tcase_add_loop_test(
      tcase, test_descendants__grandchildren_are_found_after_their_parents, 0,
      FINDER_COUNT);
  tcase_add_loop_test(tcase, test_descendants__walk_ends_when_enough_are_found,
                      0, FINDER_COUNT);
  tcase_add_loop_test(tcase, test_descendants__signal_reaches_all, 0,
                      FINDER_COUNT);
  tcase_add_loop_test(tcase, test_descendants__children_of_threads_are_found, 0,
                      FINDER_COUNT);
  tcase_add_loop_test(tcase,
                      test_descendants__name_with_parentheses_does_not_confuse,
                      0, FINDER_COUNT);
  tcase_add_loop_test(tcase,
                      test_descendants__nobody_is_found_when_there_is_none, 0,
                      FINDER_COUNT);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
