/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each compiler of PATH gets the text, and its answer is reported. */
#include "triage/matrix.h"

#include <stdlib.h>

#include "programs_fixture.h"
#include "run_tests.h"

static programs with;
static const source text = { "in.c", "bug\n", 4 };

#define CRASH                                                                  \
  PROGRAMS_TARGET                                                              \
  "case $* in *-E*) exit 0;; esac\n"                                           \
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

/* The keeper has its own PATH, in which the scripts find their programs. */
static matrix run_all(bool all)
{
  rd_limits limits = { .wall_ms = 1500 };
  crash_case request = { .run = &with.run,
                         .command = &with.command,
                         .compiler = &with.compiler,
                         .expected = &with.expected,
                         .text = &text,
                         .limits = &limits };
  matrix out;
  rd_error err = { 0 };
  ck_assert_int_eq(setenv("PATH", with.folder, 1), 0);
  ck_assert_msg(!matrix_run(&out, &request, all, &err), "%s", err.message);
  return out;
}

/* What a program did; NULL: it is not in the table. */
static const matrix_row *row_of(const matrix *from, const char *program)
{
  for (size_t i = 0; i < from->size; i++)
    if (!strcmp(from->rows[i].program, program))
      return &from->rows[i];
  return NULL;
}

/* Adds a program, and gives what it did and with which words. */
static void assert_end(const char *program, const char *version,
                       const char *body, matrix_end wanted)
{
  programs_add(&with, program, version, body);
  matrix got = run_all(false);
  const matrix_row *row = row_of(&got, program);
  ck_assert_ptr_nonnull(row);
  ck_assert_str_eq(matrix_end_name(row->end), matrix_end_name(wanted));
  matrix_dispose(&got);
}

START_TEST(test_matrix__crashing_compiler_alone_is_a_row)
{
  matrix got = run_all(false);
  ck_assert_uint_eq(got.size, 1);
  ck_assert(got.rows[0].self);
  ck_assert_int_eq(got.rows[0].end, MATRIX_CRASHES);
  ck_assert_str_eq(got.rows[0].options, "-c -O2");
  ck_assert_int_ne(matrix_validity(&got), 1);
  ck_assert_int_eq(matrix_validity(&got), -1);
  ck_assert_ptr_null(matrix_last_good(&got));
  matrix_dispose(&got);
}
END_TEST

START_TEST(test_matrix__a_place_is_told_without_the_name_of_the_file)
{
  programs_add(&with, "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
               PROGRAMS_TARGET
               "echo \"in.c:1:1: error: 'bug' undeclared\"; exit 1");
  matrix got = run_all(false);
  ck_assert_str_eq(row_of(&got, "gcc-11")->detail,
                   "line 1:1: error: 'bug' undeclared");
  matrix_dispose(&got);
}
END_TEST

static const struct {
  const char *program, *version, *body;
  matrix_end end;
} ends[] = {
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU, PROGRAMS_TARGET,
    MATRIX_WORKS },
  /* Sources had another suffix, lines another number. */
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
    PROGRAMS_TARGET
    "echo 'in.c:1:1: internal compiler error: in f, at a.c:77'; exit 4",
    MATRIX_CRASHES },
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
    PROGRAMS_TARGET
    "echo 'in.c:1:1: internal compiler error: in g, at a.c:1'; exit 4",
    MATRIX_OTHER },
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
    PROGRAMS_TARGET
    "echo 'during RTL pass: sms'\n"
    "echo 'in.c:1:1: internal compiler error: in f, at a.cc:1'; exit 4",
    MATRIX_OTHER },
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
    PROGRAMS_TARGET "echo \"in.c:1:1: error: 'bug' undeclared\"; exit 1",
    MATRIX_REJECTS },
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU, PROGRAMS_TARGET "sleep 60",
    MATRIX_LATE },
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU, PROGRAMS_TARGET "yes",
    MATRIX_LATE },
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
    PROGRAMS_TARGET "kill -11 $$", MATRIX_OTHER },
  { "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
    PROGRAMS_TARGET "echo 'gcc-11: error: no room'; exit 1", MATRIX_OPTIONS },
  /* Another family cannot have the same crash. */
  { "tcc", "tcc version 0.9.27",
    "echo 'in.c:1:1: internal compiler error: in f, at a.cc:1'; exit 4",
    MATRIX_OTHER },
  { "tcc", "tcc version 0.9.27", "echo 'in.c:1: error: x expected'; exit 1",
    MATRIX_REJECTS },
  { "pcc", "Portable C Compiler 1.2.0 for x86_64-test-gnu",
    "echo 'in.c, line 6: bad xasm constraint'; exit 1", MATRIX_REJECTS },
  { "tcc", "tcc version 0.9.27", "echo 'in.c:1: warning: odd'; exit 1",
    MATRIX_OPTIONS },
  { "tcc", "tcc version 0.9.27",
    "case $* in *-O2*) echo \"tcc: error: invalid option -- '-O2'\"; exit 1;; "
    "esac",
    MATRIX_WORKS },
};

START_TEST(test_matrix__what_it_does_is_told)
{
  assert_end(ends[_i].program, ends[_i].version, ends[_i].body, ends[_i].end);
}
END_TEST

START_TEST(test_matrix__dropped_options_are_not_shown)
{
  programs_add(&with, "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
               PROGRAMS_TARGET
               "case $* in *-O2*)\n"
               "  echo \"gcc-11: error: unrecognized command-line "
               "option '-O2'\"; exit 1;;\nesac");
  matrix got = run_all(false);
  ck_assert_str_eq(row_of(&got, "gcc-11")->options, "-c");
  ck_assert_int_eq(row_of(&got, "gcc-11")->end, MATRIX_WORKS);
  /* It may work for lack of the option, so this is no regression. */
  ck_assert_ptr_null(matrix_last_good(&got));
  matrix_dispose(&got);
}
END_TEST

#define REJECTS(unless)                                                        \
  PROGRAMS_TARGET "case $* in " unless ") exit 0;; esac\n"                     \
                  "echo 'in.c:1:1: error: no type [-Wimplicit-int]'; exit 1"

START_TEST(test_matrix__a_rejected_text_is_tried_with_habits_allowed)
{
  programs_add(&with, "gcc-14", "gcc-14 (Test) 14.1.0" PROGRAMS_GNU,
               REJECTS("*-fpermissive*"));
  matrix got = run_all(false);
  const matrix_row *row = row_of(&got, "gcc-14");
  ck_assert_int_eq(row->end, MATRIX_REJECTS);
  ck_assert_str_eq(row->options, "-c -O2");
  ck_assert_int_eq(matrix_outcome(row), MATRIX_WORKS);
  char *table = matrix_text(&got);
  ck_assert_ptr_nonnull(
      strstr(table, " implicit int; works only with -fpermissive\n"));
  free(table);
  matrix_dispose(&got);
}
END_TEST

START_TEST(test_matrix__a_later_language_is_no_rejection)
{
  programs_add(&with, "gcc-15", "gcc-15 (Test) 15.1.0" PROGRAMS_GNU,
               REJECTS("*-std=gnu17*"));
  matrix got = run_all(false);
  ck_assert_str_eq(row_of(&got, "gcc-15")->more, "-std=gnu17 -fpermissive");
  matrix_dispose(&got);
}
END_TEST

static const struct {
  const char *gcc13, *gcc14, *fixed;
} fixes[] = {
  { PROGRAMS_TARGET, PROGRAMS_TARGET, "gcc-13" },
  { CRASH, PROGRAMS_TARGET, "gcc-14" },
  { PROGRAMS_TARGET, CRASH, NULL },
  { CRASH, REJECTS("*-fpermissive*"), "gcc-14" },
  { CRASH, REJECTS("*-fother*"), NULL },
  { PROGRAMS_TARGET, PROGRAMS_TARGET "kill -11 $$", NULL },
  { PROGRAMS_TARGET,
    PROGRAMS_TARGET
    "case $* in *-O2*) echo \"gcc-14: error: unrecognized command-line "
    "option '-O2'\"; exit 1; esac",
    "gcc-13" },
};

START_TEST(test_matrix__only_what_later_versions_compile_is_fixed)
{
  programs_add(&with, "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
               PROGRAMS_TARGET);
  programs_add(&with, "gcc-13", "gcc-13 (Test) 13.1.0" PROGRAMS_GNU,
               fixes[_i].gcc13);
  programs_add(&with, "gcc-14", "gcc-14 (Test) 14.1.0" PROGRAMS_GNU,
               fixes[_i].gcc14);
  programs_add(&with, "tcc", "tcc version 0.9.27", "");
  matrix got = run_all(false);
  const matrix_row *row = matrix_fixed(&got);
  ck_assert_pstr_eq(row ? row->program : NULL, fixes[_i].fixed);
  matrix_dispose(&got);
}
END_TEST

START_TEST(test_matrix__newest_older_version_that_works_is_good)
{
  programs_add(&with, "gcc-9", "gcc-9 (Test) 9.5.0" PROGRAMS_GNU,
               PROGRAMS_TARGET);
  programs_add(&with, "gcc-11", "gcc-11 (Test) 11.3.0" PROGRAMS_GNU,
               PROGRAMS_TARGET);
  programs_add(&with, "gcc-13", "gcc-13 (Test) 13.1.0" PROGRAMS_GNU,
               PROGRAMS_TARGET);
  matrix got = run_all(false);
  ck_assert_str_eq(matrix_last_good(&got)->program, "gcc-11");
  ck_assert_int_eq(matrix_validity(&got), 1);
  ck_assert_int_eq(matrix_validity(&got), 1);
  ck_assert_str_eq(got.rows[0].program, "gcc-13");
  ck_assert_str_eq(got.rows[3].program, "gcc-9");
  char *table = matrix_text(&got);
  ck_assert_ptr_nonnull(strstr(table, "gcc-12    12.2.0   x86_64-test-gnu  "
                                      "crashes  -c -O2\n"));
  free(table);
  matrix_dispose(&got);
}
END_TEST

START_TEST(test_matrix__only_another_version_tells_invalid)
{
  static const char rejects[] =
      PROGRAMS_TARGET "echo 'in.c:1:1: error: no'; exit 1";
  programs_add(&with, "tcc", "tcc version 0.9.27", rejects);
  matrix got = run_all(false);
  ck_assert_int_eq(matrix_validity(&got), -1);
  matrix_dispose(&got);
  programs_add(&with, "gcc-13", "gcc-13 (Test) 13.1.0" PROGRAMS_GNU, rejects);
  got = run_all(false);
  ck_assert_int_eq(matrix_validity(&got), 0);
  matrix_dispose(&got);
}
END_TEST

START_TEST(test_matrix__other_targets_come_only_with_all)
{
  programs_add(&with, "avr-gcc", "avr-gcc (GCC) 5.4.0" PROGRAMS_GNU,
               "case $1 in -dumpmachine) echo avr; esac");
  matrix some = run_all(false), all = run_all(true);
  ck_assert_ptr_null(row_of(&some, "avr-gcc"));
  ck_assert_int_eq(row_of(&all, "avr-gcc")->end, MATRIX_WORKS);
  matrix_dispose(&some);
  matrix_dispose(&all);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("matrix");
  TCase *tcase = tcase_create("matrix");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, test_matrix__crashing_compiler_alone_is_a_row);
  tcase_add_loop_test(tcase, test_matrix__what_it_does_is_told, 0,
                      sizeof ends / sizeof *ends);
  tcase_add_test(tcase,
                 test_matrix__a_place_is_told_without_the_name_of_the_file);
  tcase_add_test(tcase, test_matrix__dropped_options_are_not_shown);
  tcase_add_test(tcase,
                 test_matrix__a_rejected_text_is_tried_with_habits_allowed);
  tcase_add_test(tcase, test_matrix__a_later_language_is_no_rejection);
  tcase_add_loop_test(tcase,
                      test_matrix__only_what_later_versions_compile_is_fixed, 0,
                      sizeof fixes / sizeof *fixes);
  tcase_add_test(tcase, test_matrix__newest_older_version_that_works_is_good);
  tcase_add_test(tcase, test_matrix__only_another_version_tells_invalid);
  tcase_add_test(tcase, test_matrix__other_targets_come_only_with_all);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
