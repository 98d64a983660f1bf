/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strings and numbers that are shorter than they were. */
#include "rewritten.h"
#include "run_tests.h"

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

START_TEST(test_shortened__one_digit_stays)
{
  expect_in("input.json", "[1, 234, -56, 7.8]", "literal-shortened",
            "[1, 2, -56, 7.8]", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("shortened", test_shortened__one_of_equal_characters_stays,
                   test_shortened__names_that_a_tool_made_are_cut,
                   test_shortened__no_character_is_cut,
                   test_shortened__one_digit_stays);
}
