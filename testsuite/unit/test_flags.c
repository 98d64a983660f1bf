/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options that a crash needs, of a compiler that looks at nothing else; and
 * options to try. */
#include "flags/flags.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "compiler/words.h"
#include "run_fixture.h"

/* Crashes with --boom and its value hard at -O1 or above; elsewhere with --boom
 * soft; with --pass if its part "b" is named and the level implies it, which
 * it does from -O2 on. An odd option is an error, also of a file that is only
 * checked, and -std=old is needed for that not to be one. */
static const char script[] =
    "#!/bin/sh\n"
    "level=0 what= pass=\n"
    "case \"$*\" in *--help=*)\n"
    "  case \"$*\" in *-O1*) on=disabled ;; *) on=enabled ;; esac\n"
    "  echo '  -fcommon [enabled]'; echo \"  -fone [$on]\"\n"
    "  echo \"  -ftwo   \t[$on]\"; echo \"  -fthree [$on]\"\n"
    "  exit 0 ;;\n"
    "esac\n"
    "for arg; do\n"
    "  case $arg in\n"
    "    --version) echo 'fake-gcc (GCC) 1.0'\n"
    "      echo 'Copyright Free Software Foundation'; exit 0 ;;\n"
    "    -O[0-9]) level=${arg#-O} ;; -Og | -Os) level=1 ;;\n"
    "    hard | soft | pass | list | valid | slow) what=$arg ;;\n"
    "    -ftwo) pass=1 ;;\n"
    "    -fsanitize=*b*) list=1 ;;\n"
    "    -std=old) old=1 ;;\n"
    "    -fsyntax-only) syntax=1 ;;\n"
    "    -fodd) echo 'error: unrecognized option'; exit 1 ;;\n"
    "  esac\n"
    "done\n"
    "if [ \"$what\" = valid ] && [ -z \"$old\" ] && [ \"$syntax\" ]; then\n"
    "  echo 'in.c:1:1: error: no prototype'; exit 1\n"
    "fi\n"
    "[ -z \"$syntax\" ] || exit 0\n"
    "[ \"$level\" -lt 2 ] || pass=1\n"
    "case $what in\n"
    "  hard) [ \"$level\" -gt 0 ] || exit 0 ;;\n"
    "  pass) [ \"$level\" -gt 0 ] && [ \"$pass\" ] || exit 0 ;;\n"
    "  list) [ \"$list\" ] || exit 0 ;;\n"
    "  soft | valid) ;;\n"
    "  slow) [ $# -gt 15 ] || sleep 60 ;;\n"
    "  *) exit 0 ;;\n"
    "esac\n"
    "echo 'in.c:1:1: internal compiler error: in fake, at f.cc:1'; exit 4\n";

static runner run;
static invocation command;
static compiler fake;
static signature expected;
static char *path;
static uint32_t wall_ms = 10000;

static void set_up(void)
{
  ck_assert(!runner_init(&run, true, NULL));
  path = mem_format("%s/fake-gcc", run.kept);
  ck_assert(!file_write(path, script, strlen(script), NULL));
  ck_assert_int_eq(chmod(path, 0700), 0);
}

static void tear_down(void)
{
  signature_dispose(&expected);
  compiler_dispose(&fake);
  invocation_dispose(&command);
  runner_dispose(&run);
  free(path);
}

static void use(const char *options)
{
  strings words = { 0 };
  strings_add(&words, path);
  ck_assert(words_split(&words, options));
  ck_assert(
      !invocation_parse(&command, strings_argv(&words), "in.c", "/tmp", NULL));
  ck_assert(!compiler_probe(&fake, &run, &command, "", 0, NULL));
  strings_free(&words);
  rd_run crash = { .end = RD_END_EXIT, .status = 4 };
  crash.output =
      mem_copy("in.c:1:1: internal compiler error: in fake, at f.cc:1\n");
  crash.output_size = strlen(crash.output);
  signature_find(&expected, &crash);
  rd_run_dispose(&crash);
}

static rd_status reduce(flags_result *out, uint64_t most)
{
  static runner *slots[] = { &run };
  static const source text = { "in.c", "int a;\n", 7 };
  crash_options property = { .slots = slots,
                             .slot_count = 1,
                             .property = PROPERTY_CRASH,
                             .expected = &expected,
                             .limits = { .wall_ms = wall_ms } };
  judge_options judging = { .run = &run,
                            .command = &command,
                            .compiler = &fake,
                            .limits = property.limits };
  ck_assert(!judge_find(&property.judge, &judging, &text, NULL));
  flags_request request = { .run = &run,
                            .command = &command,
                            .compiler = &fake,
                            .property = &property,
                            .text = &text,
                            .max_tests = most };
  rd_error err = { 0 };
  rd_status status = flags_reduce(out, &request, &err);
  judge_free(property.judge);
  return status;
}

static void expect_left(const char *options, const char *left)
{
  flags_result found;
  use(options);
  ck_assert_int_eq(reduce(&found, 0), RD_OK);
  char *line = words_join(strings_argv(&found.left));
  ck_assert_str_eq(line, left);
  ck_assert(found.minimal);
  ck_assert_uint_gt(found.tests, 0);
  free(line);
  flags_result_dispose(&found);
}

START_TEST(test_flags__what_is_not_needed_goes)
{
  expect_left("-w -g --boom soft -Wall -I x -fPIC -D A=1 -c", "'--boom soft'");
}
END_TEST

START_TEST(test_flags__level_goes_down)
{
  expect_left("-O3 --boom hard -Wall -c", "-O1 '--boom hard'");
}
END_TEST

START_TEST(test_flags__level_becomes_the_option_that_it_implies)
{
  flags_result found;
  use("-w -O3 --boom pass -S");
  ck_assert_int_eq(reduce(&found, 0), RD_OK);
  char *line = words_join(strings_argv(&found.words) + 1);
  ck_assert_str_eq(line, "-O1 -ftwo --boom pass -S in.c");
  ck_assert_str_eq(found.lowered, "-O3 to -O1 -ftwo");
  ck_assert_uint_eq(found.removed.size, 1);
  ck_assert_str_eq(found.removed.data[0], "-w");
  ck_assert(flags_result_is_new(&found));
  free(line);
  flags_result_dispose(&found);
}
END_TEST

START_TEST(test_flags__members_of_a_list_go)
{
  expect_left("-fsanitize=a,b,c,d --boom list -c",
              "-fsanitize=b '--boom list'");
}
END_TEST

START_TEST(test_flags__text_stays_valid)
{
  expect_left("-std=old -w --boom valid -c", "-std=old '--boom valid'");
}
END_TEST

START_TEST(test_flags__nothing_to_remove_is_told)
{
  flags_result found;
  use("--boom soft -c");
  ck_assert_int_eq(reduce(&found, 0), RD_OK);
  ck_assert(!flags_result_is_new(&found));
  ck_assert_ptr_null(found.lowered);
  flags_result_dispose(&found);
}
END_TEST

START_TEST(test_flags__command_that_does_not_crash_is_refused)
{
  flags_result found;
  use("--boom hard -w -fodd -c");
  ck_assert_int_eq(reduce(&found, 0), RD_ERR_NOT_INTERESTING);
  ck_assert(!flags_result_is_new(&found));
  ck_assert(!found.minimal);
  flags_result_dispose(&found);
}
END_TEST

START_TEST(test_flags__tests_that_hang_end_it)
{
  flags_result found;
  wall_ms = 300;
  use("--boom slow -w -a -b -d -e -g -h -j -k -n -q -r -c");
  ck_assert_int_eq(reduce(&found, 0), RD_OK);
  ck_assert(!found.minimal);
  ck_assert_uint_lt(found.tests, 12);
  flags_result_dispose(&found);
}
END_TEST

START_TEST(test_flags__file_stays_where_it_stood)
{
  flags_result found;
  use("-w -c in.c --boom hard -O1");
  ck_assert_int_eq(reduce(&found, 0), RD_OK);
  char *line = words_join(strings_argv(&found.words) + 1);
  ck_assert_str_eq(line, "-c in.c --boom hard -O1");
  free(line);
  flags_result_dispose(&found);
}
END_TEST

START_TEST(test_flags__limit_of_tests_is_no_failure)
{
  flags_result found;
  use("-a -b -c -d -e -f --boom soft -O3 -g -h -i");
  ck_assert_int_eq(reduce(&found, 3), RD_OK);
  ck_assert_uint_le(found.tests, 3);
  ck_assert(!found.minimal);
  flags_result_dispose(&found);
}
END_TEST

/* ---- candidates ---- */

static void expect_first(compiler_family family, const char *text,
                         const char *const *first)
{
  compiler of = { .family = family };
  strings found = { 0 };
  flags_candidates(&found, &of, text, strlen(text));
  size_t i = 0;
  for (; first[i]; i++) {
    ck_assert_uint_lt(i, found.size);
    ck_assert_str_eq(found.data[i], first[i]);
  }
  ck_assert_str_eq(found.data[i], "-O2");
  ck_assert_uint_le(found.size, i + 20);
  strings_free(&found);
}

START_TEST(test_flags__own_options_come_first)
{
  const char *const first[] = { "-O1 -ftree-pre", "-O1 -ftree-pre -g", NULL };
  expect_first(FAMILY_GCC,
               "/* { dg-do compile { target i?86-*-* } } */\n"
               "/* { dg-options \"-O1 -ftree-pre\" } */\n"
               "/* { dg-additional-options \"-g\" { target x } } */\n"
               "int a;\n",
               first);
}
END_TEST

START_TEST(test_flags__run_lines_count_for_clang)
{
  static const char text[] =
      "// RUN: %clang_cc1 -triple m68k -O1 -emit-obj %s -o /dev/null 2>&1 \\\n"
      "// RUN:   -not-read | FileCheck %s\n"
      "// RUN: %clang -O3 -I %S/Inputs -fblocks \\\n"
      "// RUN:   -c %s -o - | opt -S\n"
      "// RUN: llc < %s\n";
  const char *const first[] = { "-cc1 -triple m68k -O1 -emit-obj",
                                "-O3 -fblocks -c", NULL };
  const char *const none[] = { NULL };
  expect_first(FAMILY_CLANG, text, first);
  expect_first(FAMILY_GCC, text, none);
}
END_TEST

START_TEST(test_flags__options_that_run_or_load_are_not_taken)
{
  const char *const first[] = { "-O1 -DX", "-O1 -DX -g", NULL };
  expect_first(FAMILY_GCC,
               "/* { dg-options \"-O1 -wrapper sh,-c,rm -fplugin=x -B. -DX "
               "-Wa,-al=x -fdump-x=/y @z -fcompare-debug=-fplugin=x\" } */\n"
               "/* { dg-additional-options \"-specs=x -I /y -g\" } */\n",
               first);
  const char *const lines[] = { "-cc1 -O1", NULL };
  expect_first(FAMILY_CLANG,
               "// RUN: %clang_cc1 -O1 -load x -Xclang -load -Xclang /x %s\n",
               lines);
}
END_TEST

START_TEST(test_flags__sets_of_a_file_are_limited)
{
  textbuf text = { 0 };
  for (int i = 0; i < 5000; i++)
    text_printf(&text,
                "RUN: %%clang -DX%d %%s \\\n"
                "RUN: -g { dg-additional-options \"-DY%d\" }\n",
                i, i);
  compiler of = { .family = FAMILY_CLANG };
  strings found = { 0 };
  flags_candidates(&found, &of, text.data, text.size);
  ck_assert_uint_lt(found.size, 40);
  strings_free(&found);
  free(text.data);
}
END_TEST

START_TEST(test_flags__damaged_directives_are_skipped)
{
  const char *const none[] = { NULL };
  expect_first(FAMILY_CLANG,
               "dg-options \"-O9\n dg-options\n RUN:\n RUN: %clang_cc1\n"
               "RUN: %clang 'open\n RUN: %clang \\",
               none);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_flags__what_is_not_needed_goes,
    &test_flags__level_goes_down,
    &test_flags__level_becomes_the_option_that_it_implies,
    &test_flags__members_of_a_list_go,
    &test_flags__text_stays_valid,
    &test_flags__nothing_to_remove_is_told,
    &test_flags__command_that_does_not_crash_is_refused,
    &test_flags__tests_that_hang_end_it,
    &test_flags__file_stays_where_it_stood,
    &test_flags__limit_of_tests_is_no_failure,
    &test_flags__own_options_come_first,
    &test_flags__run_lines_count_for_clang,
    &test_flags__options_that_run_or_load_are_not_taken,
    &test_flags__sets_of_a_file_are_limited,
    &test_flags__damaged_directives_are_skipped,
  };
  return run_fixture("flags", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
