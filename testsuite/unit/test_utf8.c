/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is a character, and what is shown by its number. */
#include "base/utf8.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

static void assert_escaped(const char *bytes, size_t size, const char *expected)
{
  char *out = utf8_escape(bytes, size);
  ck_assert_str_eq(out, expected);
  free(out);
}

START_TEST(test_utf8__characters_stay)
{
  static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
  ck_assert(utf8_is_text(text, strlen(text)));
  assert_escaped(text, strlen(text), text);
  ck_assert(utf8_is_text("", 0));
}
END_TEST

START_TEST(test_utf8__other_bytes_are_numbers)
{
  static const struct {
    const char *bytes, *escaped;
  } rows[] = {
    { "\x80", "\\x80" },
    { "\xc3", "\\xc3" },
    { "\xc3(", "\\xc3(" },
    { "\xc0\xaf", "\\xc0\\xaf" }, /* overlong */
    { "\xed\xa0\x80", "\\xed\\xa0\\x80" } /* a surrogate */,
    { "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" },
    { "\xff", "\\xff" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert(!utf8_is_text(rows[i].bytes, strlen(rows[i].bytes)));
    assert_escaped(rows[i].bytes, strlen(rows[i].bytes), rows[i].escaped);
  }
}
END_TEST

START_TEST(test_utf8__a_nul_is_no_text)
{
  ck_assert(!utf8_is_text("a\0b", 3));
  assert_escaped("a\0b", 3, "a\\x00b");
}
END_TEST

START_TEST(test_utf8__what_is_not_seen_is_a_number)
{
  static const char mixed[] = "a\tb\r\nc\033[1m\xe2\x80\xae\xc3\xa9\xff\r";
  char *text = utf8_visible(mixed, sizeof mixed - 1);
  ck_assert_str_eq(text, "a\tb\nc\\x1b[1m\\xe2\\x80\\xae\xc3\xa9\\xff\\x0d");
  free(text);
  text = utf8_visible_line("a\tb\nc\033");
  ck_assert_str_eq(text, "a b c\\x1b");
  free(text);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "utf8", test_utf8__characters_stay, test_utf8__other_bytes_are_numbers,
      test_utf8__a_nul_is_no_text, test_utf8__what_is_not_seen_is_a_number);
}
