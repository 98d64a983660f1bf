/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The main() of a test program whose tests share a fixture. */
#ifndef RUN_FIXTURE_H
#define RUN_FIXTURE_H

#include "run_tests.h"

/* A test in a table. */
typedef const TTest *const *fixture_test;

static inline int run_fixture(const char *name, const fixture_test *tests,
                              size_t count, SFun set_up, SFun tear_down)
{
  Suite *suite = suite_create(name);
  TCase *tcase = tcase_create(name);
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_set_timeout(tcase, 60);
  for (size_t i = 0; i < count; i++)
    tcase_add_test(tcase, *tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}

#endif
