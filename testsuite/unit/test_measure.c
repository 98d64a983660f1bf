/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many tokens a text has, and which two must not touch. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "run_tests.h"
#include "lexer.h"

static const struct {
  const char *text;
  uint32_t tokens;
} counts[] = {
  { "", 0 },
  { " \t\n", 0 },
  { "a", 1 },
  { "int x;", 3 },
  { "a+++b", 4 },
  { "x<<=1", 3 },
  { "a->b.c", 5 },
  { "f(a,b)", 6 },
  { "1.5e+3", 1 },
  { "1.5x+3", 3 },
  { "0x1p-3", 1 },
  { ".5", 1 },
  { "a.b", 3 },
  { "...", 1 },
  { "..", 2 },
  { "\"a b\"", 1 },
  { "\"a\\\" b\"", 1 },
  { "L\"a\"", 1 },
  { "u8\"a\"", 1 },
  { "x\"a\"", 2 },
  { "'\\''", 1 },
  { "\"open\nx", 2 },
  { "a /* b c */ d", 2 },
  { "a // b c\nd", 2 },
  { "a /* open", 1 },
  { "a \\\n b", 2 },
  { "a \\\r\n b", 2 },
  { "a \\ b", 3 },
  { "(int){0}", 6 },
  { "%:%:", 1 },
  { "<:", 1 },
  { "#define A", 3 },
  { "$x", 1 },
  { "\xc3\xa4", 1 },
  { "{}", 2 },
};

START_TEST(test_measure__counts_preprocessing_tokens)
{
  ck_assert_uint_eq(
      tokens_lexer.count(counts[_i].text, strlen(counts[_i].text)),
      counts[_i].tokens);
}
END_TEST

START_TEST(test_measure__count_stops_at_the_size)
{
  ck_assert_uint_eq(tokens_lexer.count("a b", 1), 1);
  ck_assert_uint_eq(tokens_lexer.count("+=", 1), 1);
  ck_assert_uint_eq(tokens_lexer.count("a\0b", 3), 3);
}
END_TEST

static const struct {
  const char *left, *right;
} pasting[] = {
  { "a", "b" },        { "int", "x" },  { "a", "1" },    { "1", "a" },
  { "1", "2" },        { "1", "." },    { "1.e", "+" },  { "1e", "-" },
  { "0x1p", "+" },     { "1e+", "5" },  { ".5", "." },   { ".", "5" },
  { ".", "." },        { "+", "+" },    { "+", "++" },   { "-", "-" },
  { "-", ">" },        { "-", "-1" },   { "<", "<" },    { "<", "<=" },
  { "<<", "=" },       { ">", ">" },    { ">", "=" },    { "=", "=" },
  { "!", "=" },        { "/", "/" },    { "/", "*" },    { "*", "=" },
  { "&", "&" },        { "&", "=" },    { "|", "|" },    { "^", "=" },
  { "#", "#" },        { ":", ":" },    { "<", ":" },    { "<", "%" },
  { "%", ":" },        { "%", ">" },    { ":", ">" },    { "%:", "%:" },
  { "L", "\"\"" },     { "u8", "'c'" }, { "R", "\"\"" }, { "1", "'2'" },
  { "\"\"", "x" },     { "?", "?" },    { "\\", "x" },   { "a", "\\u1234" },
  { "\xc3\xa4", "b" }, { "..", "." },
};

START_TEST(test_measure__some_must_not_touch)
{
  const char *left = pasting[_i].left, *right = pasting[_i].right;
  ck_assert_msg(tokens_lexer.touch(left, strlen(left), right, strlen(right)) ==
                    RD_TOUCH_NEVER,
                "%s %s", left, right);
}
END_TEST

static const struct {
  const char *left, *right;
} free_pairs[] = {
  { "a", "(" },       { "(", "a" },    { ")", "x" },   { "a", ";" },
  { "a", "+" },       { "+", "a" },    { "x", "." },   { ".", "x" },
  { "a", "-" },       { "e", "+" },    { "x1e", "+" }, { "\"\"", ";" },
  { "\"\"", "\"\"" }, { "=", "\"\"" }, { "a ", "b" },  { "a", " b" },
  { "a", "\nb" },     { "+", "-" },    { "*", "*" },   { "(", "(" },
  { "]", "[" },       { "}", "}" },    { ",", "." },   { "&", "*" },
  { "-", "x" },
};

START_TEST(test_measure__others_may_touch)
{
  const char *left = free_pairs[_i].left, *right = free_pairs[_i].right;
  ck_assert_msg(tokens_lexer.touch(left, strlen(left), right, strlen(right)) !=
                    RD_TOUCH_NEVER,
                "%s %s", left, right);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("measure");
  TCase *tcase = tcase_create("measure");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, test_measure__counts_preprocessing_tokens, 0,
                      sizeof counts / sizeof *counts);
  tcase_add_test(tcase, test_measure__count_stops_at_the_size);
  tcase_add_loop_test(tcase, test_measure__some_must_not_touch, 0,
                      sizeof pasting / sizeof *pasting);
  tcase_add_loop_test(tcase, test_measure__others_may_touch, 0,
                      sizeof free_pairs / sizeof *free_pairs);
  return run_suite(suite);
}
