/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection is added to the report of the file that was bisected, and to no
 * other. */
#include "clang-hdd/bisect_report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bisection_fixture.h"
#include "base/files.h"
#include "run_fixture.h"

static const char original[] = "int a, b;\n", reduced[] = "int b;\n";
static char *top;

/* Writes the report of a reduction of bug.c. */
static void write_report(bool preprocessed)
{
  report out = { .family = FAMILY_GCC,
                 .program = mem_copy("gcc-12"),
                 .original_name = mem_copy("bug.c"),
                 .original = mem_copy(original),
                 .original_size = strlen(original),
                 .preprocessed = preprocessed,
                 .reduced_name = mem_copy("bug.reduced.c"),
                 .reduced = mem_copy(reduced),
                 .reduced_size = strlen(reduced) };
  ck_assert(!report_write(&out, top, NULL));
  report_dispose(&out);
}

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  write_report(false);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
}

static exit_code open_with(report *out, const char *file, const char *text)
{
  return bisect_report_open(out, top,
                            &(source){ base_name(file), text, strlen(text) });
}

static exit_code try_open(const char *file, const char *text)
{
  report facts;
  exit_code code = open_with(&facts, file, text);
  report_dispose(&facts);
  return code;
}

START_TEST(test_bisect_report__the_file_has_to_be_its_own)
{
  ck_assert_int_eq(try_open("x/any.c", original), EXIT_DONE);
  ck_assert_int_eq(try_open("any.c", reduced), EXIT_DONE);
  ck_assert_int_eq(try_open("bug.c", "int c;\n"), EXIT_INTAKE);
  write_report(true); /* what is bisected is not what was reduced */
  ck_assert_int_eq(try_open("x/bug.c", "#include <a.h>\n"), EXIT_DONE);
  ck_assert_int_eq(try_open("other.c", "#include <a.h>\n"), EXIT_INTAKE);
}
END_TEST

START_TEST(test_bisect_report__what_is_no_report_is_refused)
{
  char *path = mem_format("%s/report.json", top);
  ck_assert(!file_write(path, "{\"report\": 1", 12, NULL));
  ck_assert_int_eq(try_open("bug.c", original), EXIT_INTAKE);
  ck_assert_int_eq(unlink(path), 0);
  ck_assert_int_eq(try_open("bug.c", original), EXIT_INTAKE);
  free(path);
}
END_TEST

/* Adds to the report, as a bisection of the text; what is then read of it. */
static report add(bisection found, const char *text)
{
  report facts;
  ck_assert_int_eq(open_with(&facts, "bug.c", text), EXIT_DONE);
  ck_assert_int_eq(bisect_report_add(&facts, top, &found,
                                     &(source){ "f.c", text, strlen(text) }),
                   EXIT_DONE);
  bisection_dispose(&found);
  report_dispose(&facts);
  ck_assert_int_eq(open_with(&facts, "bug.c", text), EXIT_DONE);
  return facts;
}

START_TEST(test_bisect_report__all_of_it_is_written_again)
{
  report facts = add(bisection_of_commit(), reduced);
  ck_assert(facts.has_bisection && facts.bisection.checked);
  ck_assert_str_eq(facts.original, original);
  report_dispose(&facts);
  char *path = mem_format("%s/bugzilla.txt", top), *text = NULL;
  size_t size;
  ck_assert(!file_read(&text, &size, path, NULL));
  ck_assert(strstr(text, "Started with commit " BAD_DIGITS) != NULL);
  free(text);
  free(path);
}
END_TEST

START_TEST(test_bisect_report__the_original_proves_nothing_of_the_result)
{
  report facts = add(bisection_of_commit(), original);
  ck_assert(facts.has_bisection && !facts.bisection.checked);
  report_dispose(&facts);
}
END_TEST

START_TEST(test_bisect_report__what_found_nothing_is_left_out)
{
  bisection none = { .end = BISECTION_NO_CRASH, .problem = mem_copy("no") };
  report facts = add(none, reduced);
  ck_assert(!facts.has_bisection);
  report_dispose(&facts);
}
END_TEST

START_TEST(test_bisect_report__a_folder_that_cannot_be_written_is_told)
{
  report facts;
  ck_assert_int_eq(open_with(&facts, "bug.c", reduced), EXIT_DONE);
  bisection found = bisection_of_commit();
  char *path = mem_format("%s/report.json/below", top);
  ck_assert_int_eq(
      bisect_report_add(&facts, path, &found,
                        &(source){ "f.c", reduced, strlen(reduced) }),
      EXIT_OUTPUT);
  free(path);
  bisection_dispose(&found);
  report_dispose(&facts);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_bisect_report__the_file_has_to_be_its_own,
    &test_bisect_report__what_is_no_report_is_refused,
    &test_bisect_report__all_of_it_is_written_again,
    &test_bisect_report__the_original_proves_nothing_of_the_result,
    &test_bisect_report__what_found_nothing_is_left_out,
    &test_bisect_report__a_folder_that_cannot_be_written_is_told,
  };
  return run_fixture("bisect_report", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
