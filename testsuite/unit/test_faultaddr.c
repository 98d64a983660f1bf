/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The address of a fault is the same in each run. This program traces, and is
 * traced, as a child of its own. */
#include "compiler/faultaddr.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/runner.h"
#include "run_fixture.h"

static runner run;
static char *own; /* the file of this program */
static rd_status last;

static void set_up(void)
{
  own = realpath("/proc/self/exe", NULL);
  ck_assert_ptr_nonnull(own);
  ck_assert_int_eq(runner_init(&run, true, NULL), RD_OK);
}

static void tear_down(void)
{
  runner_dispose(&run);
  free(own);
}

/* The address of the fault that this program makes when called so; caller's. */
static char *address_of(const char *what)
{
  const char *const argv[] = { own, what, NULL };
  rd_limits limits = { .wall_ms = 20000 };
  source none = { 0 };
  char *out = NULL;
  last = runner_fault(&out, &run, argv, &none, &limits, NULL);
  return out;
}

START_TEST(test_faultaddr__two_runs_agree)
{
  char *first = address_of("write"), *second = address_of("write");
  if (last != RD_ERR_UNSUPPORTED) {
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_nonnull(strstr(first, "test_faultaddr+0x"));
    ck_assert_str_eq(first, second);
  }
  free(first);
  free(second);
}
END_TEST

START_TEST(test_faultaddr__two_places_differ)
{
  char *first = address_of("write"), *second = address_of("read");
  if (last != RD_ERR_UNSUPPORTED)
    ck_assert_str_ne(first, second);
  free(first);
  free(second);
}
END_TEST

START_TEST(test_faultaddr__children_are_followed)
{
  char *direct = address_of("write"), *child = address_of("child");
  if (last != RD_ERR_UNSUPPORTED)
    ck_assert_str_eq(direct, child);
  free(direct);
  free(child);
}
END_TEST

START_TEST(test_faultaddr__no_fault_has_no_address)
{
  char *none = address_of("fine");
  ck_assert_ptr_null(none);
}
END_TEST

START_TEST(test_faultaddr__stack_overflow_is_called_by_its_name)
{
  char *overflow = address_of("deep");
  if (last != RD_ERR_UNSUPPORTED)
    ck_assert_str_eq(overflow, "stack overflow");
  free(overflow);
}
END_TEST

/* Not null, which sanitizers would stop before the fault. */
static int *volatile nowhere = (int *)(uintptr_t)64;

/* One place, whoever calls it. */
static __attribute__((noinline)) void fault_by_writing(void)
{
  *nowhere = 1;
}

static int fault_by_reading(void)
{
  return *nowhere;
}

static unsigned deeper(unsigned depth, volatile char *above)
{
  volatile char here[256];
  here[0] = above[0];
  return depth ? deeper(depth - 1, here) + (unsigned char)here[0] : 0;
}

static int misbehave(const char *what)
{
  volatile char start[1] = { 0 };
  if (!strcmp(what, "child")) {
    pid_t pid = fork();
    if (pid == 0)
      fault_by_writing();
    return waitpid(pid, NULL, 0) < 0;
  }
  if (!strcmp(what, "write"))
    fault_by_writing();
  if (!strcmp(what, "read"))
    return fault_by_reading();
  if (!strcmp(what, "deep"))
    return (int)deeper(1u << 30, start);
  return 0;
}

int main(int argc, char **argv)
{
  if (argc > 1)
    return misbehave(argv[1]);
  static const fixture_test tests[] = {
    &test_faultaddr__two_runs_agree,
    &test_faultaddr__two_places_differ,
    &test_faultaddr__children_are_followed,
    &test_faultaddr__no_fault_has_no_address,
    &test_faultaddr__stack_overflow_is_called_by_its_name,
  };
  return run_fixture("faultaddr", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
