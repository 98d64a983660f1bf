/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events are one JSON object a line, whatever bytes they carry. */
#include "clang-hdd/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clang-hdd/stages.h"
#include "run_fixture.h"

static FILE *file;
static int saved;

static void set_up(void)
{
  file = tmpfile();
  ck_assert_ptr_nonnull(file);
  (void)fflush(stdout);
  saved = dup(STDOUT_FILENO);
  ck_assert_int_ge(dup2(fileno(file), STDOUT_FILENO), 0);
}

static void tear_down(void)
{
  (void)fclose(file);
}

/* What was printed on standard output since set_up: lent. */
static const char *printed(void)
{
  static char bytes[8192];
  (void)fflush(stdout);
  (void)dup2(saved, STDOUT_FILENO);
  (void)close(saved);
  rewind(file);
  size_t size = fread(bytes, 1, sizeof bytes - 1, file);
  bytes[size] = '\0';
  return bytes;
}

static const rd_stats stats = { .tests = 7 };

START_TEST(test_json__event_is_one_line)
{
  rd_event event = { .kind = RD_EVENT_ACCEPT,
                     .pass = "prune",
                     .round = 2,
                     .measure = { 12, 34 },
                     .stats = &stats };
  json_event(&event);
  ck_assert_str_eq(printed(), "{\"event\":\"accept\",\"pass\":\"prune\","
                              "\"round\":2,\"tokens\":12,\"bytes\":34,"
                              "\"tests\":7}\n");
}
END_TEST

START_TEST(test_json__verdict_has_its_name)
{
  rd_event event = { .kind = RD_EVENT_TEST,
                     .verdict = RD_TIMEOUT,
                     .stats = &stats };
  json_event(&event);
  ck_assert_ptr_nonnull(strstr(printed(), "\"verdict\":\"timeout\""));
}
END_TEST

START_TEST(test_json__bytes_that_are_no_utf8_are_escaped)
{
  rd_event event = { .kind = RD_EVENT_PASS_BEGIN,
                     .pass = "a\xff"
                             "b\xc3\xa4\xc0\x80\xed\xa0\x80\n\"",
                     .stats = &stats };
  json_event(&event);
  ck_assert_ptr_nonnull(
      strstr(printed(), "\"a\\\\xffb\xc3\xa4\\\\xc0\\\\x80\\\\xed\\\\xa0\\\\x80"
                        "\\n\\\"\""));
}
END_TEST

START_TEST(test_json__last_event_is_there_though_nothing_was_done)
{
  stages none = { .request = { .json = true,
                               .file = (char *)(uintptr_t) "x\xfe.c" } };
  summary_print_json(&none, EXIT_NO_FILE);
  const char *line = printed();
  ck_assert_int_eq(strncmp(line, "{\"event\":\"end\",\"exit\":2,", 24), 0);
  ck_assert_ptr_nonnull(strstr(line, "x\\\\xfe.c"));
  ck_assert_ptr_nonnull(strstr(line, "\"signature\":null"));
}
END_TEST

START_TEST(test_json__unfinished_last_line_counts)
{
  ck_assert_uint_eq(count_lines("", 0), 0);
  ck_assert_uint_eq(count_lines("a", 1), 1);
  ck_assert_uint_eq(count_lines("a\n", 2), 1);
  ck_assert_uint_eq(count_lines("a\n\nb", 4), 3);
  (void)printed();
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_json__event_is_one_line,
    &test_json__verdict_has_its_name,
    &test_json__bytes_that_are_no_utf8_are_escaped,
    &test_json__last_event_is_there_though_nothing_was_done,
    &test_json__unfinished_last_line_counts,
  };
  return run_fixture("json", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
