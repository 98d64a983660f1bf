/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Deltas between texts of a page. */
#include <stdlib.h>
#include <string.h>

#include "report/page_delta.h"
#include "report/page_text.h"
#include "run_tests.h"

static void expect_delta(const char *from, const char *to, const char *wanted)
{
  textbuf out = { 0 };
  page_add_delta(&out, from, to);
  ck_assert_str_eq(out.data, wanted);
  text_free(&out);
}

START_TEST(test_page_delta__equal_ends_are_taken_over)
{
  expect_delta("a;b;c;", "a;c;", "[0,1,2,1]");
  expect_delta("a;b;c;", "a;b;c;", "[0,3]");
  expect_delta("a;b", "a;b\nc", "[0,1,\"b\\nc\"]");
}
END_TEST

START_TEST(test_page_delta__pieces_are_found_anywhere)
{
  expect_delta("a;b;c;d;", "c;x{b;d;", "[2,1,\"x{\",1,1,3,1]");
  expect_delta("{{a;{b;{c;", "x{b;{c;{{", "[\"x{\",4,3,0,2]");
}
END_TEST

START_TEST(test_page_delta__either_text_may_be_empty)
{
  expect_delta("", "", "[]");
  expect_delta("a;b;", "", "[]");
  expect_delta("", "a;b;", "[\"a;b;\"]");
}
END_TEST

START_TEST(test_page_delta__new_text_is_safe_in_a_script)
{
  expect_delta("a;", "\"</script>\\\t\n",
               "[\"\\\"\\u003c/script>\\\\\\t\\n\"]");
}
END_TEST

static void expect_html(const char *text, size_t limit, const char *wanted,
                        size_t left)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  ck_assert_uint_eq(page_add_head(&out, text, limit), left);
  ck_assert_str_eq(out.data, wanted);
  text_free(&out);
}

START_TEST(test_page_delta__texts_are_cut_between_characters)
{
  expect_html("a<b\r\n\r&\"", 100, "a&lt;b\n\\x0d&amp;&quot;", 0);
  expect_html("\xc3\xa9\xc3\xa9", 1, "\xc3\xa9", 2);
  expect_html("a\nb", 2, "a\n", 1);
  expect_html(NULL, 100, "", 0);
}
END_TEST

START_TEST(test_page_delta__numbers_and_times_are_for_people)
{
  textbuf out = { 0 };
  page_add_number(&out, 1234567);
  page_add_number(&out, 0);
  ck_assert_str_eq(out.data, "1\xe2\x80\xaf"
                             "234\xe2\x80\xaf"
                             "5670");
  text_free(&out);
  const uint64_t times[] = { 99, 100, 59999, 60000, 3725000 };
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    text_puts(&out, i ? ", " : "");
    page_add_time(&out, times[i]);
  }
  ck_assert_str_eq(out.data, "99 ms, 0.1 s, 59.9 s, 1 min 0 s, 1 h 2 min");
  text_free(&out);
}
END_TEST

int main(void)
{
  return RUN_TESTS("page_delta", test_page_delta__equal_ends_are_taken_over,
                   test_page_delta__pieces_are_found_anywhere,
                   test_page_delta__either_text_may_be_empty,
                   test_page_delta__new_text_is_safe_in_a_script,
                   test_page_delta__texts_are_cut_between_characters,
                   test_page_delta__numbers_and_times_are_for_people);
}
