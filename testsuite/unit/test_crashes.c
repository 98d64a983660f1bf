/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The signature, the place in the source and the quotation that come of what
 * compilers print, a row for each form. */
#include "compiler/crashes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/signature.h"
#include "compiler/site.h"
#include "crash_samples.h"
#include "recorded.h"
#include "report/crash_quote.h"
#include "run_tests.h"

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

static rd_run run_of(const char *output, int status)
{
  return (rd_run){ .end = RD_END_EXIT,
                   .status = status,
                   .output = (char *)(uintptr_t)output,
                   .output_size = strlen(output) };
}

static void assert_signature(const rd_run *run, const char *expected)
{
  signature found;
  signature_find(&found, run);
  char *line = signature_line(&found);
  ck_assert_str_eq(line, expected);
  free(line);
  signature_dispose(&found);
}

static void assert_sites(const rd_run *run, const char *expected)
{
  site_reports reports;
  sites found;
  site_reports_find(&reports, run, NULL);
  source in = { "input.c", long_text(), strlen(long_text()) };
  sites_locate(&found, &reports, &in);
  char *line = sites_line(&found);
  ck_assert_str_eq(line, expected);
  free(line);
  site_reports_dispose(&reports);
}

static void assert_same(const char *got, const char *expected)
{
  ck_assert_str_eq(got ? got : "(none)", expected ? expected : "(none)");
}

static void assert_read(const char *output, const sample *expected)
{
  crash_quote quote;
  rd_run run = run_of(output, 1);
  assert_signature(&run, expected->signature);
  assert_sites(&run, expected->sites);
  crash_quote_find(&quote, output);
  const char *const got[] = { quote.message, quote.function, quote.place,
                              quote.during };
  for (size_t i = 0; i < 4; i++)
    assert_same(got[i], expected->quote[i]);
  crash_quote_dispose(&quote);
}

START_TEST(test_crashes__every_form_is_read)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    assert_read(samples[i].output, &samples[i]);
}
END_TEST

START_TEST(test_crashes__recorded_outputs_are_read)
{
  ck_assert_uint_eq(sizeof recorded / sizeof *recorded, RECORDINGS);
  for (size_t i = 0; i < RECORDINGS; i++) {
    ck_assert_str_eq(recorded[i].output, recordings[i].name);
    assert_read(recordings[i].driver, &recorded[i]);
  }
}
END_TEST

/* Does a line of a sample fit the row? */
static bool has_sample(const char *expression, crash_reader reader)
{
  bool found = false;
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    const char *at = samples[i].output, *end = at + strlen(at);
    while (!found && at < end) {
      crash_line line;
      char *text = next_line(&at, end);
      found = crash_line_find(&line, text, reader) &&
              !strcmp(line.row->expression, expression);
      free(text);
    }
  }
  return found;
}

START_TEST(test_crashes__every_row_has_a_sample)
{
#define CRASH(group, flags, literal, expression, exact, function, kind, role,  \
              captures)                                                        \
  ck_assert_msg(has_sample(expression, READ_FACTS), "no sample: %s",           \
                expression);
#define SITE(role, literal, expression, captures)                              \
  ck_assert_msg(has_sample(expression, READ_SITES), "no sample: %s",           \
                expression);
#include "compiler/crashes.def"
#undef CRASH
#undef SITE
}
END_TEST

START_TEST(test_crashes__success_is_no_crash)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    rd_run run = run_of(samples[i].output, 0);
    if (!strstr(samples[i].output, "runtime error"))
      assert_signature(&run, "");
  }
}
END_TEST

START_TEST(test_crashes__crash_is_one_at_every_level)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    for (int level = 0; level < MATCH_LEVELS; level++) {
      rd_run run = run_of(samples[i].output, 1);
      signature found;
      signature_find_at(&found, &run, (match_level)level);
      ck_assert_int_eq(signature_is_crash(&found),
                       *samples[i].signature != '\0');
      signature_dispose(&found);
    }
}
END_TEST

START_TEST(test_crashes__groups_are_named_by_letters)
{
  crash_line line;
  ck_assert(crash_line_find(
      &line, "b.c:7: internal compiler error: in f, at x.c:3", READ_SITES));
  static const char *const expected[] = { "b.c:7: ", "f", "x.c:3" };
  for (size_t i = 0; i < 3; i++) {
    char *got = crash_line_capture(&line, "acp"[i]);
    ck_assert_str_eq(got, expected[i]);
    free(got);
  }
  ck_assert_ptr_null(crash_line_capture(&line, 'd'));
}
END_TEST

START_TEST(test_crashes__the_name_of_a_file_may_look_like_c)
{
  static const char *const lines[] = {
    "./a;b.cc:4:49: internal compiler error: in f, at x.c:3",
    "v*.c:7: internal compiler error: in f, at x.c:3",
    "{}.c:1:1: internal compiler error: in f, at x.c:3",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    rd_run run = run_of(lines[i], 1);
    assert_signature(&run, "internal compiler error: in f, at x.c:3");
  }
}
END_TEST

START_TEST(test_crashes__warnings_and_notes_only_say_where)
{
  static const char *const lines[] = {
    "b.c:1:2: warning: internal compiler error: in f, at x.c:1",
    "b.c:1:2: note: internal compiler error: in f, at x.c:1",
    "b.c:1:2: error: #error internal compiler error: in f, at x.c:1",
    "b.c:1:2: error: internal error: in f", /* #error of clang */
    "b:1:2: error: call to g declared with attribute error: internal error: x",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    crash_line line;
    ck_assert(!crash_line_find(&line, lines[i], READ_FACTS));
    if (crash_line_find(&line, lines[i], READ_SITES))
      ck_assert_int_eq(line.row->role, ROLE_DIAGNOSTIC);
  }
}
END_TEST

START_TEST(test_crashes__quoted_lines_are_the_users)
{
  static const char *const lines[] = {
    "    1 | int x = y; // FIXME: internal error",
    "10000 | int x = y; // was: internal compiler error: in f, at x.c:1",
    "   12 | // x.c:3:4: runtime error: y",
    "    1 | int x = y; // [BUG] z",
    "int x = y; // a.c:3: internal compiler error: in f, at x.c:1",
    " int x = y; // FIXME: internal error", /* GCC before 9 */
    "int x = y; // FIXME: internal error",  /* clang before 16 */
    "int x = y; // [BUG] z",
    "panic: return y;",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    rd_run run = run_of(lines[i], 1);
    assert_signature(&run, "");
  }
}
END_TEST

int main(void)
{
  return RUN_TESTS("crashes", test_crashes__every_form_is_read,
                   test_crashes__recorded_outputs_are_read,
                   test_crashes__every_row_has_a_sample,
                   test_crashes__success_is_no_crash,
                   test_crashes__crash_is_one_at_every_level,
                   test_crashes__groups_are_named_by_letters,
                   test_crashes__the_name_of_a_file_may_look_like_c,
                   test_crashes__warnings_and_notes_only_say_where,
                   test_crashes__quoted_lines_are_the_users);
}
