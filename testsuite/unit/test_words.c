/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command lines are split and quoted without a shell. */
#include "compiler/words.h"

#include <stdio.h>
#include <stdlib.h>

#include "run_tests.h"

/* The words of a line, joined by "|"; "open" if a quote is not closed. */
static const char *split(const char *line)
{
  static char out[256];
  strings words = { 0 };
  bool closed = words_split(&words, line);
  out[0] = '\0';
  for (size_t i = 0; i < words.size; i++)
    (void)snprintf(out + strlen(out), sizeof out - strlen(out), "%s%s",
                   i ? "|" : "", words.data[i]);
  strings_free(&words);
  return closed ? out : "open";
}

START_TEST(test_words__blanks_separate)
{
  ck_assert_str_eq(split("  gcc-12\t-O2 \n x.c "), "gcc-12|-O2|x.c");
  ck_assert_str_eq(split(""), "");
  ck_assert_str_eq(split("   "), "");
}
END_TEST

START_TEST(test_words__quotes_keep_blanks)
{
  ck_assert_str_eq(split("a 'b  c' \"d e\"f"), "a|b  c|d ef");
  ck_assert_str_eq(split("'' x"), "|x");
}
END_TEST

START_TEST(test_words__backslash_keeps_the_next_byte)
{
  ck_assert_str_eq(split("a\\ b \"\\\"c\" '\\d'"), "a b|\"c|\\d");
}
END_TEST

START_TEST(test_words__open_quote_adds_nothing)
{
  ck_assert_str_eq(split("a 'b"), "open");
  ck_assert_str_eq(split("a \"b"), "open");
}
END_TEST

START_TEST(test_words__nothing_is_expanded)
{
  ck_assert_str_eq(split("$HOME *.c `x` a;b"), "$HOME|*.c|`x`|a;b");
}
END_TEST

START_TEST(test_words__what_is_joined_splits_again)
{
  const char *const words[] = { "a b",   "",   "it's", "-DX=\"y\"",
                                "plain", "$x", NULL };
  char *line = words_join(words);
  strings again = { 0 };
  ck_assert(words_split(&again, line));
  ck_assert_uint_eq(again.size, 6);
  for (size_t i = 0; i < again.size; i++)
    ck_assert_str_eq(again.data[i], words[i]);
  strings_free(&again);
  free(line);
}
END_TEST

START_TEST(test_words__plain_words_are_not_quoted)
{
  const char *const words[] = { "gcc-12", "-O2", "a/b.c", NULL };
  char *line = words_join(words);
  ck_assert_str_eq(line, "gcc-12 -O2 a/b.c");
  free(line);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "words", test_words__blanks_separate, test_words__quotes_keep_blanks,
      test_words__backslash_keeps_the_next_byte,
      test_words__open_quote_adds_nothing, test_words__nothing_is_expanded,
      test_words__what_is_joined_splits_again,
      test_words__plain_words_are_not_quoted);
}
