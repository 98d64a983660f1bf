/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Jobs are values: a command with its environment, shown as one line. */
#include "compiler/words.h"

#include <stdlib.h>

#include "run_tests.h"

START_TEST(test_job__line_is_the_command)
{
  job it = { 0 };
  strings_add(&it.words, "gcc");
  strings_add(&it.words, "-DX=a b");
  char *line = job_line(&it);
  ck_assert_str_eq(line, "gcc '-DX=a b'");
  free(line);
  job_dispose(&it);
}
END_TEST

START_TEST(test_job__line_sets_and_unsets_the_environment)
{
  job it = { 0 };
  strings_add(&it.words, "cc1");
  strings_add(&it.environment, "A='-w' '-O2'");
  strings_add(&it.environment, "B");
  char *line = job_line(&it);
  ck_assert_str_eq(line, "env -u B 'A='\\''-w'\\'' '\\''-O2'\\''' cc1");
  free(line);
  job_dispose(&it);
}
END_TEST

START_TEST(test_job__disposing_leaves_no_job)
{
  job it = { .file = 1 };
  strings_add(&it.words, "cc1");
  strings_add(&it.environment, "A=1");
  job_dispose(&it);
  ck_assert_ptr_null(it.words.data);
  ck_assert_ptr_null(it.environment.data);
  ck_assert_uint_eq(it.file, 0);
  job_dispose(&it);
}
END_TEST

int main(void)
{
  return RUN_TESTS("job", test_job__line_is_the_command,
                   test_job__line_sets_and_unsets_the_environment,
                   test_job__disposing_leaves_no_job);
}
