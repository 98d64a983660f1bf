/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines of a text whose language nobody knows. */
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/tidy.h"
#include "run_tests.h"

static void expect(const char *text, const char *expected)
{
  size_t size = 0;
  char *found = tidy_lines(&size, text, strlen(text));
  if (!expected) {
    ck_assert_ptr_null(found);
    return;
  }
  ck_assert_str_eq(found, expected);
  ck_assert_uint_eq(size, strlen(expected));
  free(found);
}

START_TEST(test_tidy__levels_stay)
{
  expect("    a\n        b\n            c\n        d\n    e\n",
         "a\n  b\n    c\n  d\ne\n");
  expect("a\n\tb\n\t\t\t\tc\n\td\n", "a\n\tb\n\t\t\tc\n\td\n");
  expect("   a\n     b\n b\n  c\n", "a\n  b\nb\n c\n");
}
END_TEST

START_TEST(test_tidy__blanks_go)
{
  expect("\n \na  \n\n b\t\n", "a\n b\n");
  expect("a\n\nb", "a\nb");
}
END_TEST

START_TEST(test_tidy__nothing_to_do)
{
  expect("a\n  b\n\tc\n", NULL);
  expect("", NULL);
  expect("\n\n", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS("tidy", test_tidy__levels_stay, test_tidy__blanks_go,
                   test_tidy__nothing_to_do);
}
