/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An error in the text is told from other failures by its place. */
#include "compiler/outcome.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

static void assert_outcome(const char *output, outcome expected,
                           const char *said)
{
  rd_run run = { .end = RD_END_EXIT,
                 .status = 1,
                 .output = (char *)(uintptr_t)output,
                 .output_size = strlen(output) };
  char *detail;
  ck_assert_int_eq(outcome_find(&detail, &run, "in.x"), expected);
  ck_assert_str_eq(detail, said);
  free(detail);
}

START_TEST(test_outcome__an_error_names_its_place)
{
  static const char *const rows[][2] = {
    { "in.x:3: error: y", "line 3: error: y" },
    { "in.x, line 3: y", "line 3: y" },
    { "  File \"in.x\", line 3", "line 3" },
    { "lua: in.x:3: y", "line 3: y" },
    { "./in.x:3:4: y", "line 3:4: y" },
    { "1. ERROR in /a/in.x (at line 3)", "line 3)" },
    { "error[E0425]: y\n --> in.x:3:4", "line 3:4" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_outcome(rows[i][0], OUTCOME_REJECTED, rows[i][1]);
}
END_TEST

START_TEST(test_outcome__another_failure_names_none)
{
  assert_outcome("x: unknown option -y", OUTCOME_FAILED,
                 "x: unknown option -y");
  assert_outcome("in.o: in function `main':\n"
                 "(.text+0x5): undefined reference to `f'\n"
                 "error: ld terminated with status 1",
                 OUTCOME_FAILED, "undefined reference to `f'");
  assert_outcome("/usr/bin/ld: skipping incompatible /lib/b.a\n"
                 "/usr/bin/ld: cannot find -lb: No such file or directory\n"
                 "collect2: error: ld returned 1 exit status",
                 OUTCOME_FAILED, "cannot find -lb: No such file or directory");
  assert_outcome("", OUTCOME_FAILED, "exit status 1, without a word");
}
END_TEST

START_TEST(test_outcome__what_a_driver_runs_may_be_killed)
{
  assert_outcome("gcc: fatal error: Killed signal terminated program cc1\n",
                 OUTCOME_LATE, "killed from outside by SIGKILL");
  assert_outcome("clang: error: unable to execute command: Terminated\n",
                 OUTCOME_LATE, "killed from outside by SIGTERM");
  assert_outcome("gcc: internal compiler error: Segmentation fault signal "
                 "terminated program cc1\n",
                 OUTCOME_CRASH, "signal SIGSEGV");
}
END_TEST

int main(void)
{
  return RUN_TESTS("outcome", test_outcome__an_error_names_its_place,
                   test_outcome__another_failure_names_none,
                   test_outcome__what_a_driver_runs_may_be_killed);
}
