/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiler's output names the place in the source that it was at. */
#include "compiler/site.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "run_fixture.h"

enum { LINES = 2000 };

/* A text of many lines; the first has all names of the tests. */
static const char *long_text(void)
{
  static textbuf text;
  if (text.size)
    return text.data;
  text_puts(&text, "main foo func_13 f4 f g h x S safe_add_func_float_f_f "
                   "safe_mul_func_int64_t_s_s check_complex_704 "
                   "platform_main_end inner\n");
  for (int i = 1; i < LINES; i++)
    text_puts(&text, "int;\n");
  return text.data;
}

/* The sites of an output in a text. Lent until the next call. */
static const char *sites_in(const char *output, const char *pattern,
                            const char *text)
{
  static char *line;
  rd_run run = { .end = RD_END_EXIT,
                 .status = 1,
                 .output = (char *)(uintptr_t)output,
                 .output_size = strlen(output) };
  regex_t compiled;
  if (pattern)
    ck_assert_int_eq(regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE),
                     0);
  site_reports reports;
  sites found;
  site_reports_find(&reports, &run, pattern ? &compiled : NULL);
  source in = { "input.c", text, strlen(text) };
  sites_locate(&found, &reports, &in);
  free(line);
  line = sites_line(&found);
  site_reports_dispose(&reports);
  if (pattern)
    regfree(&compiled);
  return line;
}

START_TEST(test_site__what_compilers_quote_is_no_crash)
{
  ck_assert_str_eq(
      sites_in("input.c:5:2: warning: #warning input.c:7: internal compiler "
               "error: in f, at x.c:1\ninput.c: In function 'f':\ninput.c:8:1: "
               "internal compiler error: in g, at x.c:1\n",
               NULL, long_text()),
      "function 'f', line 8");
}
END_TEST

START_TEST(test_site__what_is_not_in_the_text_is_left_out)
{
  static const char output[] =
      "input.c: In function 'f':\ninput.c:2:1: internal compiler error: x\n";
  ck_assert_str_eq(sites_in(output, NULL, "int ff;\n"), "");
  ck_assert_str_eq(sites_in(output, NULL, "int ff;\nint f;\n"),
                   "function 'f', line 2");
  ck_assert_str_eq(sites_in("other.c:2:1: internal compiler error: x\n", NULL,
                            "int ff;\nint f;\n"),
                   "");
}
END_TEST

START_TEST(test_site__line_markers_are_translated)
{
  static const char text[] = "# 1 \"input.c\"\n"
                             "# 1 \"<built-in>\" 1\n"
                             "# 1 \"inc/x.h\" 1\n"
                             "int a;\n"
                             "int b;\n"
                             "# 7 \"input.c\" 2\n"
                             "int c;\n"
                             "#line 20\n"
                             "int d;\n";
  ck_assert_str_eq(
      sites_in("input.c:7:1: internal compiler error: x\n", NULL, text),
      "line 7");
  ck_assert_str_eq(
      sites_in("inc/x.h:2:1: internal compiler error: x\n", NULL, text),
      "line 5");
  ck_assert_str_eq(
      sites_in("input.c:20:1: internal compiler error: x\n", NULL, text),
      "line 9");
  ck_assert_str_eq(
      sites_in("input.c:2:1: internal compiler error: x\n", NULL, text), "");
}
END_TEST

START_TEST(test_site__line_of_the_pattern_is_the_site)
{
  static const char output[] =
      "input.c: In function 'f':\ninput.c:3:1: warning: 'x' may be used "
      "uninitialized\ninput.c: In function 'g':\ninput.c:9:1: warning: odd\n";
  ck_assert_str_eq(sites_in(output, "may be used", long_text()),
                   "function 'f', line 3");
  ck_assert_str_eq(sites_in(output, NULL, long_text()), "function 'g', line 9");
}
END_TEST

START_TEST(test_site__there_are_not_too_many)
{
  textbuf text = { 0 }, output = { 0 };
  text_puts(&output, "LLVM ERROR: Cannot select: t1: ch = store");
  for (int i = 0; i < 30; i++) {
    text_printf(&text, "int name_%d;\n", i);
    text_printf(&output, " @name_%d", i);
  }
  text_puts(&output, "\ninput.c:3:1: internal compiler error: x\n");
  ck_assert_str_eq(sites_in(output.data, NULL, text.data),
                   "symbol 'name_0', symbol 'name_1', symbol 'name_2', symbol "
                   "'name_3', symbol 'name_4', symbol 'name_5', line 3");
  text_free(&text);
  text_free(&output);
}
END_TEST

START_TEST(test_site__dump_of_code_is_read_up_to_a_limit)
{
  static const char line[] = "      t3: i64 = add t1, @other\n";
  textbuf output = { 0 };
  text_puts(&output, "input.c:3:1: error: x\n");
  for (int i = 0; i < 100000; i++)
    text_puts(&output, line);
  rd_run run = { .status = 1,
                 .output = output.data,
                 .output_size = output.size };
  site_reports reports;
  site_reports_find(&reports, &run, NULL);
  ck_assert_uint_eq(reports.size, 101);
  ck_assert_uint_eq(reports.data[100].line, 3);
  site_reports_dispose(&reports);
  text_free(&output);
}
END_TEST

START_TEST(test_site__dumps_of_code_have_places)
{
  ck_assert_str_eq(
      sites_in("fatal error: error in backend: Cannot select: 0x1e: i64 = sdiv "
               "0x2a, 0x3b, input.c:7:10 @[ input.c:9:3 ]\nIn function: f\n",
               NULL, long_text()),
      "function 'f', line 7");
  ck_assert_str_eq(
      sites_in("input.c:9:1: error: unable to generate reloads for:\n"
               "(insn 3 2 4 2 (parallel [\n        ]) \"input.c\":7:13 233 "
               "{call}\n     (nil))\ninput.c:9:1: internal compiler error: in "
               "f, at lra.cc:1\n",
               NULL, long_text()),
      "line 7, line 9");
}
END_TEST

START_TEST(test_site__output_may_hold_anything)
{
  ck_assert_str_eq(sites_in("", NULL, long_text()), "");
  ck_assert_str_eq(sites_in("\xff\n: In function '':\n:1: internal compiler "
                            "error\n@@ @\nLLVM ERROR: @ @. @.. @1\n",
                            NULL, long_text()),
                   "");
  ck_assert_str_eq(sites_in("input.c:99999999999: internal compiler error: x",
                            NULL, long_text()),
                   "");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_site__what_compilers_quote_is_no_crash,
    &test_site__what_is_not_in_the_text_is_left_out,
    &test_site__line_markers_are_translated,
    &test_site__line_of_the_pattern_is_the_site,
    &test_site__there_are_not_too_many,
    &test_site__dump_of_code_is_read_up_to_a_limit,
    &test_site__dumps_of_code_have_places,
    &test_site__output_may_hold_anything,
  };
  return run_fixture("site", tests, sizeof tests / sizeof *tests, NULL, NULL);
}
