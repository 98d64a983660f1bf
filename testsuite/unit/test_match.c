/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which elements of a sequence another one was made of. Elements are letters;
 * capital ones weigh 4, small ones 1. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "blame/match.h"
#include "run_tests.h"

static uint32_t *symbols_of(const char *text)
{
  size_t size = strlen(text);
  uint32_t *out = calloc(size + 1, sizeof *out);
  for (size_t i = 0; i < size; i++)
    out[i] = (unsigned char)text[i];
  return out;
}

/* `wanted` has under each element of the part the digit of its place, or a dot;
 * the whole is at most ten long. */
static void expect(const char *part, const char *whole, uint32_t least,
                   const char *wanted)
{
  uint32_t weights[256], *a = symbols_of(part), *b = symbols_of(whole);
  for (int i = 0; i < 256; i++)
    weights[i] = isupper(i) ? 4 : 1;
  match_question question = {
    { a, strlen(part) }, { b, strlen(whole) }, 256, weights, least
  };
  uint32_t *found = match_find(&question);
  char told[64] = { 0 };
  for (size_t i = 0; i < strlen(part); i++)
    told[i] = found[i] == MATCH_NONE ? '.' : (char)('0' + found[i]);
  ck_assert_str_eq(told, wanted);
  free(found);
  free(a);
  free(b);
}

START_TEST(test_match__what_was_left_out_is_skipped)
{
  expect("abcd", "axbcyd", 1, "0235");
  expect("", "abc", 1, "");
  expect("abc", "", 1, "...");
}
END_TEST

START_TEST(test_match__weight_counts_and_so_do_neighbours)
{
  expect("xA", "Ax", 1, ".0");
  expect("xyzA", "Axyz", 1, "123.");
  expect("aB", "a.B.aB", 1, "45");
  expect("aB", "aB.a.B", 1, "01");
}
END_TEST

START_TEST(test_match__places_rise)
{
  expect("ABab", "abAB", 1, "23..");
  expect("aXa", "aaXaa", 1, "123");
}
END_TEST

START_TEST(test_match__of_equal_ones_the_first_is_taken)
{
  expect("ab", "ab,ab,ab", 1, "01");
}
END_TEST

START_TEST(test_match__what_weighs_too_little_says_nothing)
{
  expect("aBCd", "dBCa", 4, ".12.");
  expect("abc", "cba", 4, "...");
  expect("abcd", "xabcd", 4, "1234");
}
END_TEST

/* Too much for a table, and nearly all of it the same element, as punctuation is:
 * the rare ones anchor it. */
START_TEST(test_match__of_large_texts_the_rare_elements_are_matched)
{
  enum { COUNT = 120000, EVERY = 50 };
  static uint32_t part[2 * COUNT / EVERY], whole[COUNT], weights[COUNT + 1];
  for (uint32_t i = 0; i <= COUNT; i++)
    weights[i] = i ? 4 : 1;
  for (uint32_t i = 0; i < COUNT; i++)
    whole[i] = i % EVERY ? 0 : i + 1;
  for (uint32_t i = 0; i < COUNT / EVERY; i++) {
    part[2 * i] = i * EVERY + 1;
    part[2 * i + 1] = 0;
  }
  match_question question = {
    { part, 2 * COUNT / EVERY }, { whole, COUNT }, COUNT + 1, weights, 4
  };
  uint32_t *found = match_find(&question);
  for (uint32_t i = 0; i < COUNT / EVERY; i++)
    ck_assert_uint_eq(found[2 * i], i * EVERY);
  free(found);
}
END_TEST

int main(void)
{
  return RUN_TESTS("match", test_match__what_was_left_out_is_skipped,
                   test_match__weight_counts_and_so_do_neighbours,
                   test_match__places_rise,
                   test_match__of_equal_ones_the_first_is_taken,
                   test_match__what_weighs_too_little_says_nothing,
                   test_match__of_large_texts_the_rare_elements_are_matched);
}
