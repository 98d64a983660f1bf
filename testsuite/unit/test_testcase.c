/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a test for a compiler's testsuite has to be careful with. */
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "run_tests.h"

/* A crash of GCC 12 on a text. */
static report make(const char *text)
{
  return (report){ .family = FAMILY_GCC,
                   .program = mem_copy("gcc-12"),
                   .message = mem_copy("internal compiler error: in f"),
                   .reduced_name = mem_copy("b.c"),
                   .reduced = mem_copy(text),
                   .reduced_size = strlen(text) };
}

static void assert_ends(char *text, const char *end)
{
  ck_assert_msg(ends_with(text, end), "no \"%s\" at the end of:\n%s", end,
                text);
  free(text);
}

/* DejaGnu removes all messages of a line that match with the first directive. */
START_TEST(test_testcase__a_line_has_one_directive_for_its_errors)
{
  report from = make("f\n");
  strings_add(&from.errors, "1 expected 'a'");
  strings_add(&from.errors, "2 no b");
  strings_add(&from.errors, "1 expected");
  strings_add(&from.errors, "1 expected 'a'");
  strings_add(&from.errors, "12 no c");
  assert_ends(report_dejagnu(&from),
              "\nf\n/* { dg-error \"expected .a.|expected\" \"\" "
              "{ target *-*-* } 7 } */\n"
              "/* { dg-error \"no b\" \"\" { target *-*-* } 8 } */\n"
              "/* { dg-error \"no c\" \"\" { target *-*-* } 18 } */\n");
  report_dispose(&from);
}
END_TEST

/* report.json may have been edited. */
START_TEST(test_testcase__what_is_wrong_may_be_unknown)
{
  report from = make("int main() {}\n");
  from.property = PROPERTY_WRONG;
  from.expected = mem_copy("exit status 0\n1 2\n");
  char *test = report_dejagnu(&from);
  ck_assert_ptr_nonnull(strstr(test, "{ dg-output \"1 2(\\n|\\r\\n|\\r)\" }"));
  free(test);
  report_dispose(&from);
}
END_TEST

START_TEST(test_testcase__a_title_does_not_end_the_comment)
{
  report from = make("f\n");
  string_replace(&from.message, mem_copy("internal compiler error: **/ in *f"
                                         "\n//x"));
  char *test = report_dejagnu(&from);
  const char *remark = strstr(test, "/* ICE: ** in *f //x */\n");
  ck_assert_msg(remark != NULL, "%s", test);
  free(test);
  report_dispose(&from);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("testcase");
  TCase *tcase = tcase_create("testcase");
  tcase_add_test(tcase, test_testcase__a_line_has_one_directive_for_its_errors);
  tcase_add_test(tcase, test_testcase__what_is_wrong_may_be_unknown);
  tcase_add_test(tcase, test_testcase__a_title_does_not_end_the_comment);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
