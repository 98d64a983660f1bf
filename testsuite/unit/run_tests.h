/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The main() of a test program. */
#ifndef RUN_TESTS_H
#define RUN_TESTS_H

#include <check.h>

/* What main() returns if what the tests need is missing. */
#define SKIPPED 77

/* Runs the suite, and frees it; what main() returns. */
static inline int run_suite(Suite *suite)
{
  SRunner *all = srunner_create(suite);
  srunner_run_all(all, CK_ENV);
  int failed = srunner_ntests_failed(all);
  srunner_free(all);
  return failed != 0;
}

/* A suite of plain tests. */
static inline int run_tests(const char *name, const TTest *const *tests,
                            size_t count)
{
  Suite *suite = suite_create(name);
  TCase *tcase = tcase_create(name);
  suite_add_tcase(suite, tcase);
  for (size_t i = 0; i < count; i++)
    tcase_add_test(tcase, tests[i]);
  return run_suite(suite);
}

#define RUN_TESTS(name, ...)                                                   \
  run_tests((name), (const TTest *const[]){ __VA_ARGS__ },                     \
            sizeof((const TTest *const[]){ __VA_ARGS__ }) / sizeof(TTest *))

#endif
