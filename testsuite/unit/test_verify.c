/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The test of a report is run, and what it did is told. */
#include "report/verify.h"

#include <stdlib.h>

#include "programs_fixture.h"
#include "run_tests.h"

static programs with;
static const source text = { "in.c", "bug\n", 4 };

#define CRASH                                                                  \
  PROGRAMS_TARGET                                                              \
  "case $* in *-fsyntax-only*) exit 0;; esac\n"                                \
  "echo 'in.c:1:1: internal compiler error: in f, at a.cc:1'; exit 4"

static void set_up(void)
{
  programs_set_up(&with);
  programs_add(&with, "gcc-12", "gcc-12 (Test) 12.2.0" PROGRAMS_GNU, CRASH);
  programs_crash(&with, "gcc-12", "-O2", &text);
}

static void tear_down(void)
{
  programs_tear_down(&with);
}

/* The report of the crash, with its test run by what is installed. */
static report verify(const char *class)
{
  rd_limits limits = { .wall_ms = 1500 };
  crash_case request = { .run = &with.run,
                         .command = &with.command,
                         .compiler = &with.compiler,
                         .expected = &with.expected,
                         .text = &text,
                         .limits = &limits };
  report out = { .family = FAMILY_GCC,
                 .program = mem_format("%s/gcc-12", with.folder),
                 .verbose = mem_copy("gcc version 12.2.0\n"),
                 .judge_class = mem_copy(class),
                 .reduced_name = mem_copy(text.name),
                 .reduced = mem_copy(text.text),
                 .reduced_size = text.size };
  rd_error err = { 0 };
  ck_assert_int_eq(setenv("PATH", with.folder, 1), 0);
  ck_assert_msg(!matrix_run(&out.matrix, &request, false, &err), "%s",
                err.message);
  ck_assert_msg(!report_verify_test(&out, &request, &err), "%s", err.message);
  return out;
}

static const struct {
  const char *gcc13, *class, *run;
} runs[] = {
  { NULL, "strict",
    "passes if the compiler only checks; no compiler without the crash is "
    "installed" },
  { PROGRAMS_TARGET, "strict", "passes with gcc-13 13.1.0" },
  { PROGRAMS_TARGET "echo 'x.c:1:1: warning: odd'", "strict",
    "passes with gcc-13 13.1.0" },
  { PROGRAMS_TARGET "case $* in *dejagnu*) echo 'cc1: error: no'; exit 1; esac",
    "strict", "does not pass with gcc-13 13.1.0" },
  { PROGRAMS_TARGET "case $* in *dejagnu*-std=gnu17*|*-std=gnu17*dejagnu*) ;;\n"
                    "*dejagnu*) echo 'cc1: error: no'; exit 1; esac",
    "strict", "passes with gcc-13 13.1.0" },
  /* An invalid file passes if all its errors are expected. */
  { PROGRAMS_TARGET
    "grep -n bug \"$PWD\"/*.c | sed -n 's/^\\([0-9]*\\):bug/\\1/p' |\n"
    "while read -r n; do for f in *.c; do\n"
    "echo \"$f:$n:1: error: unknown 'bug' [x]\"; done; done; exit 1",
    "errors", "passes with gcc-13 13.1.0" },
};

START_TEST(test_verify__what_the_test_does_is_told)
{
  if (runs[_i].gcc13)
    programs_add(&with, "gcc-13", "gcc-13 (Test) 13.1.0" PROGRAMS_GNU,
                 runs[_i].gcc13);
  report got = verify(runs[_i].class);
  ck_assert_pstr_eq(got.test_run, runs[_i].run);
  report_dispose(&got);
}
END_TEST

START_TEST(test_verify__each_error_gets_a_directive)
{
  programs_add(&with, "gcc-13", "gcc-13 (Test) 13.1.0" PROGRAMS_GNU,
               PROGRAMS_TARGET
               "echo \"in.c:1:2: error: unknown 'bug'\"; exit 1");
  report got = verify("errors");
  char *test = report_dejagnu(&got);
  ck_assert_msg(ends_with(test, "\nbug\n/* { dg-error \"unknown .bug.\" \"\" "
                                "{ target *-*-* } 7 } */\n"),
                "%s", test);
  ck_assert_ptr_null(strstr(test, "dg-excess-errors"));
  free(test);
  report_dispose(&got);
}
END_TEST

START_TEST(test_verify__a_test_that_does_not_crash_is_told)
{
  programs_add(&with, "gcc-12", "gcc-12 (Test) 12.2.0" PROGRAMS_GNU,
               "case $* in *-std=gnu17*) exit 0; esac\n" CRASH);
  report got = verify("strict");
  ck_assert_pstr_eq(got.test_run, "does not crash gcc-12");
  report_dispose(&got);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("verify");
  TCase *tcase = tcase_create("verify");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, test_verify__what_the_test_does_is_told, 0,
                      sizeof runs / sizeof *runs);
  tcase_add_test(tcase, test_verify__each_error_gets_a_directive);
  tcase_add_test(tcase, test_verify__a_test_that_does_not_crash_is_told);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
