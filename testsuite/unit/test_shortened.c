/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strings and numbers that are shorter than they were. */
#include "grammars_fixture.h"
#include "rewritten.h"

START_TEST(test_shortened__one_of_equal_characters_stays)
{
  expect_in("input.json", "[\"0000100\", \"ab\"]", "literal-shortened",
            "[\"0100\", \"ab\"]", NULL);
  expect_in("input.json", "[\"aab\", \"\\\\\\\\\\\\\"]", "literal-shortened",
            NULL);
}
END_TEST

START_TEST(test_shortened__names_that_a_tool_made_are_cut)
{
  expect_in("input.json", "{\"$add$d.v:1$2\": \"word_of\", \"a\": \"b.c\"}",
            "literal-shortened", "{\"$a\": \"word_of\", \"a\": \"b.c\"}", NULL);
}
END_TEST

START_TEST(test_shortened__no_character_is_cut)
{
  expect_in("input.json", "[\"$\xc3\xa9\xc3\xa9.x\"]", "literal-shortened",
            NULL);
}
END_TEST

START_TEST(test_shortened__strings_have_one_line)
{
  expect_in("input.js", "a = ['x   y', 'b   \n  c'];", "literal-shortened",
            "a = ['x y', 'b   \n  c'];", NULL);
}
END_TEST

START_TEST(test_shortened__one_digit_stays)
{
  expect_in("input.json", "[1, 234, -56, 7.8]", "literal-shortened",
            "[1, 2, -56, 7.8]", NULL);
}
END_TEST

START_TEST(test_shortened__what_has_one_extent_gets_another_together)
{
  expect_in("input.json",
            "{\"A\": [1, 2, 3, 5], \"B\": [6, 7], \"N\": \"0100\", \"I\": "
            "\"xx0x\", \"W\": 4}",
            "extent-shortened",
            "{\"A\": [1], \"B\": [6, 7], \"N\": \"0\", \"I\": \"x\", "
            "\"W\": 1}",
            "{\"A\": [1, 2], \"B\": [6, 7], \"N\": \"01\", \"I\": \"xx\", "
            "\"W\": 2}",
            "{\"A\": [1, 1, 3, 5], \"B\": [6], \"N\": \"0100\", \"I\": "
            "\"xx0x\", \"W\": 4}",
            NULL);
  expect_in("input.json", "[{\"A\": [1, 2, 9], \"N\": \"00011\"}, 1]",
            "extent-shortened", "[{\"A\": [1], \"N\": \"01\"}, 1]",
            "[{\"A\": [1, 1, 9], \"N\": \"00011\"}]", NULL);
}
END_TEST

int main(void)
{
  return RUN_GRAMMAR_TESTS(
      "shortened", test_shortened__one_of_equal_characters_stays,
      test_shortened__names_that_a_tool_made_are_cut,
      test_shortened__no_character_is_cut,
      test_shortened__strings_have_one_line, test_shortened__one_digit_stays,
      test_shortened__what_has_one_extent_gets_another_together);
}
