/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "engine/identity.h"
#include "run_tests.h"

/* The identity of a driver that starts this compiler proper; caller's. */
static char *identity_with(const char *proper, const char *contents)
{
  char *folder = mem_copy("/tmp/test-identity-XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  char *driver = mem_format("%s/cc", folder);
  char *script = mem_format("#!/bin/sh\n"
                            "case $1 in *=%s) echo \"${0%%/*}/%s\" ;; esac\n",
                            proper, proper);
  runner run;
  ck_assert(!file_write(driver, script, strlen(script), NULL));
  ck_assert(!chmod(driver, 0700));
  ck_assert(
      !file_write_below(folder, proper, contents, strlen(contents), NULL));
  ck_assert(!runner_init(&run, true, NULL));
  char *digits = identity_find(&run, driver);
  ck_assert_ptr_nonnull(digits);
  runner_dispose(&run);
  rd_scratch_remove(folder);
  free(script);
  free(driver);
  free(folder);
  return digits;
}

START_TEST(test_identity__compiler_of_another_language_counts)
{
  char *one = identity_with("f951", "one");
  char *other = identity_with("f951", "other");
  ck_assert_str_ne(one, other);
  free(other);
  free(one);
}
END_TEST

int main(void)
{
  return RUN_TESTS("identity",
                   test_identity__compiler_of_another_language_counts);
}
