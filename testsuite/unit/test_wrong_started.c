/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compiler of a step waits for the text of a test. */
#include <stdio.h>
#include <stdlib.h>

#include "base/files.h"
#include "run_fixture.h"
#include "run_tests.h"
#include "wrong/jobs.h"
#include "wrong/started.h"

/* What a driver says it would start for input.c, caller's; NULL: it is not there. */
static char *ask_driver(const char *driver)
{
  char *program = path_program(driver), *said = NULL;
  free(program);
  if (!program)
    return NULL;
  char *line =
      mem_format("cd /tmp && : >input.c && %s -O1 input.c -o " PLAN_PROGRAM
                 " '-###' 2>&1; rm input.c",
                 driver);
  FILE *answer = popen(line, "r");
  size_t room = 0;
  ck_assert_ptr_nonnull(answer);
  ck_assert_int_gt(getdelim(&said, &room, '\0', answer), 0);
  ck_assert_int_eq(pclose(answer), 0);
  free(line);
  return said;
}

/* false: the driver is not installed. */
static bool starts(bool *out, const char *driver, const char *less)
{
  char *said = ask_driver(driver);
  if (!said)
    return false;
  runner run;
  rd_error err;
  wrong_case of = { 0 };
  ck_assert_msg(!runner_init(&run, true, &err), "%s", err.message);
  wrong_options options = { .run = &run, .text = { .name = "input.c" } };
  plan_step *step = plan_add(&of.plan, ROLE_BAD, driver);
  ck_assert(jobs_read(&step->jobs, said));
  if (less)
    strings_remove(&step->jobs, 1, 1);
  ck_assert_msg(!started_find(&of, 0, said, &options, &err), "%s", err.message);
  *out = step->started && path_exists(step->started);
  wrong_case_dispose(&of);
  runner_dispose(&run);
  free(said);
  return true;
}

START_TEST(test_wrong_started__first_process_of_a_driver_waits)
{
  static const char *const drivers[] = { "gcc-12", "clang-19" };
  bool does;
  for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
    ck_assert(!starts(&does, drivers[i], NULL) || does);
}
END_TEST

/* Its words would be taken for those of another. */
START_TEST(test_wrong_started__process_of_other_words_does_not)
{
  bool does;
  ck_assert(!starts(&does, "gcc-12", "-quiet") || !does);
}
END_TEST

int main(void)
{
  return RUN_TESTS("wrong_started",
                   test_wrong_started__first_process_of_a_driver_waits,
                   test_wrong_started__process_of_other_words_does_not);
}
