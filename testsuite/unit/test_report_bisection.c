/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the texts of a report say of a bisection, and what they keep to
 * themselves. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "bisection_fixture.h"
#include "base/files.h"
#include "run_fixture.h"

#define BUILD "/home/somebody/.cache/clang-hdd/builds/77/" BAD_DIGITS
#define TREE "/home/somebody/.cache/clang-hdd/trees/77-0"

static char *top;

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
}

/* A crash of GCC with a bisection, which is released. */
static report make(bisection found)
{
  report out = {
    .family = FAMILY_GCC,
    .program = mem_copy("gcc-12"),
    .version = mem_copy("gcc-12 (Debian 12.2.0-14) 12.2.0"),
    .message = mem_copy("internal compiler error: in f, at vrp.c:17"),
    .output = mem_copy("b.c:1: internal compiler error: in f, at vrp.c:17\n"),
    .command = mem_copy("gcc-12 -O2 -c a.c"),
    .reduced_command = mem_copy("gcc-12 -O2 -c b.c"),
    .mode = mem_copy("-c"),
    .reduced_name = mem_copy("b.c"),
    .reduced = mem_copy("int a;\n"),
    .reduced_size = 7,
  };
  strings_add(&out.flags, "-O2");
  report_set_bisection(&out, &found);
  bisection_dispose(&found);
  return out;
}

static void assert_has(char *text, const char *part)
{
  ck_assert_msg(strstr(text, part) != NULL, "no \"%s\" in:\n%s", part, text);
  free(text);
}

static void assert_lacks(char *text, const char *part)
{
  ck_assert_msg(!strstr(text, part), "\"%s\" in:\n%s", part, text);
  free(text);
}

/* ---- what the report says ---- */

START_TEST(test_report_bisection__a_commit_is_told_to_trackers)
{
  report from = make(bisection_of_commit());
  from.bisection.checked = true;
  static const char told[] = "Started with commit " BAD_DIGITS "\n"
                             "  vrp: fold ranges of casts\n"
                             "  A. U. Thor, 2021-03-04 10:11:12 +0100\n"
                             "  gcc/testsuite/a.c, gcc/tree-vrp.c\n"
                             "The commit before: 9f8e7d6c5b4a compiles it. "
                             "This case was tested on both sides of it.\n";
  assert_has(report_bugzilla(&from), told);
  assert_has(report_plain(&from), told);
  assert_has(report_github(&from),
             "\nStarted with commit " BAD_DIGITS "\n\n```\n  vrp: fold");
  assert_has(report_script(&from), "\n# Started with commit " BAD_DIGITS
                                   ": vrp: fold ranges of casts\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__what_is_known_is_not_asked_for)
{
  report from = make(bisection_of_commit());
  matrix *rows = &from.matrix;
  rows->rows = mem_alloc(2, sizeof *rows->rows);
  for (rows->size = 0; rows->size < 2; rows->size++)
    rows->rows[rows->size] = (matrix_row){
      .program = mem_copy("gcc"),
      .family = FAMILY_GCC,
      .version = mem_copy(rows->size ? "11.3.0" : "12.2.0"),
      .target = mem_copy(""),
      .options = mem_copy("-O2"),
      .end = rows->size ? MATRIX_WORKS : MATRIX_CRASHES,
      .self = !rows->size,
    };
  assert_lacks(report_bugzilla(&from), "needs-bisection");
  from.bisection.flaky = true;
  assert_has(report_bugzilla(&from), "needs-bisection");
  assert_has(report_bugzilla(&from), "This is not certain: ");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__suspects_are_listed)
{
  report from = make(bisection_of_suspects());
  assert_has(report_bugzilla(&from),
             "Started with one of these 3 commits; all but the first could "
             "not be tested:\n"
             "  " BAD_DIGITS " vrp: fold ranges of casts\n"
             "  " OTHER_DIGITS " vrp: rename\n"
             "  " GOOD_DIGITS " vrp: tidy up\n"
             "This case was not tested on both sides of it.\n");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__versions_make_a_regression)
{
  report from = make(bisection_of_versions());
  free(from.bisection.parents->detail);
  from.bisection.parents->detail = NULL;
  char *title = report_title(&from);
  ck_assert(starts_with(title, "[12 Regression] ICE in f, at vrp.c:17"));
  free(title);
  assert_has(report_bugzilla(&from), "\nKnown to work: 11.3.0\n");
  assert_has(report_plain(&from),
             "\nFirst bad version: gcc-12 (12.2.0); the one before it is "
             "fine: gcc-11 (11.3.0)\n");
  from.bisection.flaky = true;
  assert_lacks(report_title(&from), "Regression");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__who_rejects_is_not_said_to_be_fine)
{
  report from = make(bisection_of_versions());
  assert_has(report_plain(&from),
             "\nFirst bad version: gcc-12 (12.2.0); the one before it: gcc-11 "
             "(11.3.0)\n");
  assert_has(report_plain(&from), "\nThe version before: gcc-11 (11.3.0) "
                                  "rejects the original file: error: ");
  assert_lacks(report_title(&from), "Regression");
  string_replace(&from.judge_class, mem_copy("errors"));
  assert_has(report_title(&from), "[12 Regression]");
  from.bisection.parents->answer = BISECT_SKIP;
  assert_lacks(report_title(&from), "Regression");
  assert_lacks(report_plain(&from), "is fine");
  assert_has(report_plain(&from), "gcc-11 (11.3.0) cannot be tested: error: ");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__lines_are_those_of_the_file_that_is_named)
{
  report from = make(bisection_of_commit());
  from.bisection.parents->detail = mem_copy("line 26: error: no");
  from.bisection.checked = false;
  assert_has(report_bugzilla(&from),
             "9f8e7d6c5b4a rejects the original file: line 26: error: no.");
  assert_has(report_html(&from), "rejects the original file: line 26: ");
  from.bisection.checked = true;
  assert_has(report_bugzilla(&from),
             "9f8e7d6c5b4a rejects it: line 26: error: no. This case was");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__where_nothing_was_found_trackers_hear_nothing)
{
  report from = make((bisection){ .end = BISECTION_SWAPPED,
                                  .repository = mem_copy("/a"),
                                  .problem = mem_copy("v2 is older than v1") });
  ck_assert(from.has_bisection);
  assert_lacks(report_bugzilla(&from), "tarted with");
  assert_lacks(report_bugzilla(&from), "v2");
  assert_has(report_html(&from), "v2 is older than v1");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__a_subject_breaks_no_form)
{
  bisection found = bisection_of_commit();
  bisection_set(&found.suspects->facts.subject, "```\n#!/bin/rm\n\033[2J $(x)");
  report from = make(found);
  assert_has(report_github(&from), "\n````\n  ``` #!/bin/rm \\x1b[2J $(x)\n");
  assert_has(report_script(&from), ": ``` #!/bin/rm \\x1b[2J $(x)\n# Exit");
  report_dispose(&from);
}
END_TEST

/* ---- what is not ---- */

START_TEST(test_report_bisection__a_repository_is_known_by_its_name)
{
  static const char *const rows[][2] = { { "/home/somebody/gcc", "gcc" },
                                         { "/x/llvm-project.git",
                                           "llvm-project" },
                                         { "/x/gcc/.git", "gcc" },
                                         { "../gcc//", "gcc" },
                                         { "gcc", "gcc" },
                                         { "..", "repository" },
                                         { ".", "repository" },
                                         { "/", "repository" } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bisection found = bisection_of_commit();
    bisection_set(&found.repository, rows[i][0]);
    report from = make(found);
    ck_assert_str_eq(from.bisection.repository, rows[i][1]);
    ck_assert_uint_eq(from.bisection.suspects->command.size, 0);
    report_dispose(&from);
  }
}
END_TEST

/* What the report of a compiler at this path makes of a line of output. */
static void expect_output(const char *program, const char *said,
                          const char *wanted)
{
  report from = make((bisection){ .end = BISECTION_SWAPPED });
  bisection_set(&from.program, program);
  bisection_set(&from.output, said);
  report_hide_build(&from);
  ck_assert_str_eq(from.output, wanted);
  ck_assert_int_eq(from.built_from != NULL, strcmp(said, wanted) != 0);
  report_dispose(&from);
}

START_TEST(test_report_bisection__folders_of_builds_are_hidden)
{
  static const char said[] = "at " TREE "/gcc/vrp.c:17 in " TREE ", -B" BUILD
                             "/lib, " BUILD " /home/somebody/x";
  expect_output("/usr/bin/gcc", said, said);
  expect_output("/a/" BAD_DIGITS "0/cc", said, said);
  expect_output(BUILD "/bin/cc", said,
                "at gcc/vrp.c:17 in ., -B/build/lib, /build /home/somebody/x");
  expect_output("/opt/gcc/" BAD_DIGITS "/bin/cc",
                "/opt/gcc/" GOOD_DIGITS "/bin/cc: error",
                "/build/bin/cc: error");
}
END_TEST

/* A report of a compiler that was built. */
static report make_built(void)
{
  bisection found = bisection_of_commit();
  bisection_set(&found.suspects->command.data[0], BUILD "/bin/cc");
  bisection_set(&found.suspects->detail, TREE "/vrp.c:17: in f");
  report out = make(found);
  bisection_set(&out.program, BUILD "/bin/cc");
  bisection_set(&out.command, BUILD "/bin/cc -O2 -c a.c");
  bisection_set(&out.reduced_command, BUILD "/bin/cc -O2 -c b.c");
  bisection_set(&out.version, BUILD "/bin/cc 12.0");
  out.verbose = mem_copy("COLLECT_GCC=" BUILD "/bin/cc\n--prefix=" BUILD "\n");
  strings_add(&out.flags, "-B" BUILD "/lib");
  out.others = mem_alloc(1, sizeof *out.others);
  out.others[out.other_count++].line = mem_copy("at " TREE "/x.c:1");
  return out;
}

START_TEST(test_report_bisection__no_text_has_a_private_folder)
{
  report from = make_built();
  report_hide_build(&from);
  ck_assert_str_eq(from.built_from, BAD_DIGITS);
  assert_has(report_plain(&from), "built from commit " BAD_DIGITS ".\n");
  ck_assert_str_eq(from.reduced_command, "cc -O2 -c b.c");
  ck_assert_str_eq(from.verbose, "COLLECT_GCC=cc\n--prefix=/build\n");
  ck_assert_str_eq(from.bisection.suspects->detail, "vrp.c:17: in f");
  char *(*const makers[])(const report *) = { report_json,   report_bugzilla,
                                              report_github, report_plain,
                                              report_script, report_html };
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
    assert_lacks(makers[i](&from), "/home/");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__versions_at_home_begin_there)
{
  ck_assert_int_eq(setenv("HOME", "/home/me", 1), 0);
  bisection found = bisection_of_versions();
  bisection_set(&found.good, "/home/me/gcc-11/bin/gcc");
  bisection_set(&found.suspects->name, "/home/me/gcc-12/bin/gcc");
  bisection_set(&found.log, "# bad: [/home/me/gcc-12/bin/gcc] \n"
                            "git bisect bad /home/me/gcc-12/bin/gcc\n");
  report from = make(found);
  ck_assert_str_eq(from.bisection.good, "~/gcc-11/bin/gcc");
  ck_assert_str_eq(from.bisection.suspects->name, "~/gcc-12/bin/gcc");
  assert_lacks(report_json(&from), "/home/");
  assert_lacks(report_html(&from), "/home/");
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__another_program_keeps_its_name)
{
  report from = make(bisection_of_commit());
  report_hide_build(&from);
  ck_assert_ptr_null(from.built_from);
  ck_assert_str_eq(from.program, "gcc-12");
  report_dispose(&from);
}
END_TEST

/* Runs the script of the report in `top`. */
static int run_script(const report *self, const char *set)
{
  char *script = report_script(self);
  char *path = mem_format("%s/reproduce.sh", top);
  ck_assert(!file_write(path, script, strlen(script), NULL));
  char *line = mem_format("cd %s && %s sh reproduce.sh >out 2>&1", top, set);
  int status = system(line);
  free(line);
  free(path);
  free(script);
  return status;
}

START_TEST(test_report_bisection__a_script_asks_for_the_compiler)
{
  report from = make_built();
  report_hide_build(&from);
  char *own = mem_format("%s/own-cc", top);
  static const char text[] =
      "#!/bin/sh\necho 'internal compiler error: in f, at vrp.c:99'\nexit 4\n";
  ck_assert(!file_write(own, text, strlen(text), NULL));
  char *line = mem_format("chmod +x %s", own);
  ck_assert_int_eq(system(line), 0);
  ck_assert_int_ne(run_script(&from, ""), 0);
  ck_assert_int_eq(run_script(&from, "CC=./own-cc"), 0);
  ck_assert_int_ne(run_script(&from, "CC=true"), 0);
  free(line);
  free(own);
  report_dispose(&from);
}
END_TEST

START_TEST(test_report_bisection__places_of_the_user_are_hidden)
{
  report from = make((bisection){ 0 });
  string_replace(&from.output, mem_copy("/here/src/a.h:1: x\n(/home/me/b.c) "
                                        "/usr/here/c.h /here/srcs/d.h\n"));
  string_replace(&from.reduced_command, mem_copy("gcc-12 -I/here/src/x b.c"));
  ck_assert_int_eq(setenv("HOME", "/home/me", 1), 0);
  report_hide_places(&from, "/here/src");
  ck_assert_str_eq(from.output,
                   "a.h:1: x\n(~/b.c) /usr/here/c.h /here/srcs/d.h\n");
  ck_assert_str_eq(from.reduced_command, "gcc-12 -I/here/src/x b.c");
  report_dispose(&from);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_report_bisection__a_commit_is_told_to_trackers,
    &test_report_bisection__what_is_known_is_not_asked_for,
    &test_report_bisection__suspects_are_listed,
    &test_report_bisection__versions_make_a_regression,
    &test_report_bisection__who_rejects_is_not_said_to_be_fine,
    &test_report_bisection__lines_are_those_of_the_file_that_is_named,
    &test_report_bisection__where_nothing_was_found_trackers_hear_nothing,
    &test_report_bisection__a_subject_breaks_no_form,
    &test_report_bisection__a_repository_is_known_by_its_name,
    &test_report_bisection__folders_of_builds_are_hidden,
    &test_report_bisection__places_of_the_user_are_hidden,
    &test_report_bisection__no_text_has_a_private_folder,
    &test_report_bisection__versions_at_home_begin_there,
    &test_report_bisection__another_program_keeps_its_name,
    &test_report_bisection__a_script_asks_for_the_compiler,
  };
  return run_fixture("report_bisection", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
